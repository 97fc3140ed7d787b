import { useTranslations } from 'next-intl';
import { SentToday } from '@/kit/mail/SentToday';
import type { Resource } from '@/kit/resource/descriptor';
import type { RecordOf } from '@/lib/api/types';
import { useFormat } from '@/lib/format';
import css from './sender.module.css';

const EMAIL_SENDERS = '/edm/sender/page';

/** The name and the address that an inbox shows. */
function Named({ sender: s }: { sender: RecordOf<typeof EMAIL_SENDERS> }) {
  return (
    <div className={css.two}>
      <b>{s.name}</b>
      <small>{s.address}</small>
    </div>
  );
}

/** The email senders of all customers: what each sent today, out of what its limit and its warm-up allow. */
export function useEmailSenders(): Resource<typeof EMAIL_SENDERS, 'sender'> {
  const t = useTranslations('sender');
  const f = useFormat();
  return {
    list: EMAIL_SENDERS,
    words: 'sender',
    prefix: 'emails',
    note: t('emailsNote'),
    empty: t('emailsEmpty'),
    columns: {
      name: { sort: true, fixed: true, filter: 'text', cell: (r) => <Named sender={r} /> },
      address: { only: 'filter', filter: 'text', filterTitle: t('address') },
      state: { dict: 'email_sender_state', from: 'sm' },
      used: { title: t('sentToday'), number: true, cell: (r) => <SentToday sender={r} /> },
      dailyLimit: {
        title: t('dailyLimit'),
        number: true,
        sort: true,
        from: 'lg',
        cell: (r) => (r.dailyLimit ? f.count(r.dailyLimit) : t('noLimit')),
      },
      customerName: { sort: true, filter: true, from: 'md', cell: (r) => r.customerName || t('ownSender') },
    },
  };
}
