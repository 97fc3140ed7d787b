'use client';
import { useTranslations } from 'next-intl';
import { usePermission } from '@/kit/access/Can';
import { Tone } from '@/kit/dict/Tone';
import { SentToday } from '@/kit/mail/SentToday';
import type { Resource } from '@/kit/resource/descriptor';
import { ResourcePage } from '@/kit/resource/ResourcePage';
import { useRemoving } from '@/kit/resource/removing';
import { useSwitching } from '@/kit/resource/switching';
import { request } from '@/lib/api/request';
import type { RecordOf } from '@/lib/api/types';
import { useFormat } from '@/lib/format';
import css from './emailsender.module.css';
import { SenderFields } from './SenderFields';
import { bodyOf, type SenderValues, valuesOf } from './values';

const SENDERS = '/edm/sender/page';

type Sender = RecordOf<typeof SENDERS>;

/** Name and address, as an inbox shows them. */
function Named({ sender: s }: { sender: Sender }) {
  const t = useTranslations('emailsender');
  return (
    <div className={css.named}>
      <span>
        <b>{s.name}</b> {s.platform && <Tone tone="blue">{t('platform')}</Tone>}
      </span>
      <small>{s.address}</small>
    </div>
  );
}

function useEmailSenders(): Resource<typeof SENDERS, 'emailsender', SenderValues> {
  const t = useTranslations('emailsender');
  const f = useFormat();
  const may = usePermission();
  const above = may({ types: [1, 11] });
  const staff = may({ types: [1] });
  const own = (s: Sender) => staff || !s.platform;
  const [off, on] = useSwitching<Sender, 'emailsender'>('emailsender', {
    permission: 'edm:sender:status',
    name: (r) => r.name,
    off: (r) => !r.enabled,
    call: (r, to) => request('put', '/edm/sender/status', { body: { id: r.id, enabled: !to } }),
  });
  const remove = useRemoving<Sender, 'emailsender'>('emailsender', {
    permission: 'edm:sender:del',
    path: '/edm/sender/{id}',
    name: (r) => r.name,
    shown: own,
  });
  const mine = [off, on].flatMap((a) => (a ? [{ ...a, shown: (r: Sender) => own(r) && (a.shown?.(r) ?? true) }] : []));
  return {
    list: SENDERS,
    words: 'emailsender',
    columns: {
      name: { sort: true, fixed: true, filter: 'text', cell: (r) => <Named sender={r} /> },
      address: { only: 'filter', filter: 'text' },
      state: { dict: 'email_sender_state', from: 'sm' },
      enabled: { only: 'filter', filter: { either: ['yes', 'no'] } },
      used: { number: true, from: 'sm', cell: (r) => <SentToday sender={r} /> },
      dailyLimit: {
        number: true,
        sort: true,
        from: 'lg',
        cell: (r) => (r.dailyLimit ? f.count(r.dailyLimit) : t('noLimit')),
      },
      replyTo: { from: 'lg' },
      share: staff && { dict: 'email_sender_share', from: 'xl', filter: true },
      customerName: above && { sort: true, filter: true, from: 'md', cell: (r) => r.customerName || t('platform') },
      createTime: { as: 'time', sort: true, from: 'xl', filter: 'days' },
    },
    form: {
      add: { permission: 'edm:sender:add' },
      update: { permission: 'edm:sender:edit', title: (r) => t('edit', { name: r.name }), shown: own },
      width: 560,
      defaults: { dailyLimit: 0, share: 'own' },
      values: valuesOf,
      send: (values, row) =>
        row
          ? request('put', '/edm/sender', { body: { id: row.id, ...bodyOf(values) } })
          : request('post', '/edm/sender', { body: { ...bodyOf(values), customerId: values.customerId } }),
      fields: ({ row }) => <SenderFields row={row} />,
    },
    actions: [...mine, remove],
    export: true,
  };
}

/** Senders of emails: who recipients see, where answers go, and how much is sent a day. */
export default function EmailSenders() {
  return <ResourcePage resource={useEmailSenders()} />;
}
