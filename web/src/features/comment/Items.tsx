import { Image, Input } from 'antd';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { DictTag } from '@/kit/dict/DictTag';
import { useDict } from '@/kit/dict/useDict';
import { formOf } from '@/kit/form/formOf';
import { OverlayForm } from '@/kit/form/OverlayForm';
import { Panel } from '@/kit/page/Page';
import type { Resource } from '@/kit/resource/descriptor';
import { ResourcePage } from '@/kit/resource/ResourcePage';
import { request } from '@/lib/api/request';
import { LIMITS, POLL } from '@/lib/constants';
import { COMMENT } from '@/ordering/kind';
import { isRunning } from '@/ordering/order';
import { useInvalidateOnChange } from '@/ordering/useInvalidateOnChange';
import css from './comment.module.css';
import { type CommentDetail, ITEMS, type OwnItem } from './order';

const { Field } = formOf<{ reason: string }>();

/** The comments of an order with the pictures of those that are fulfilled. */
export function Items({ order }: { order: CommentDetail }) {
  const t = useTranslations('comment');
  const states = useDict(COMMENT.states);
  const [about, setAbout] = useState<OwnItem>();
  useInvalidateOnChange(order, ITEMS);
  const resource: Resource<typeof ITEMS, 'comment'> = {
    list: ITEMS,
    words: 'comment',
    params: { id: order.id },
    prefix: 'i_',
    title: t('itemsTable'),
    empty: t('itemsEmpty'),
    every: isRunning(order) && POLL.live,
    settings: false,
    export: { path: '/comment/order/{id}/export', permission: 'comment:order:export' },
    columns: {
      index: { as: 'count', width: 70 },
      text: { ellipsis: true, from: 'sm' },
      state: {
        cell: (r) => <DictTag code={COMMENT.states} value={r.state} />,
        filter: { options: COMMENT.order.map((s) => ({ value: s, label: states.find(s)?.name ?? s })), several: true },
      },
      evidenceUrl: {
        cell: (r) =>
          r.evidenceUrl ? (
            <Image className={css.thumb} src={r.evidenceUrl} alt={t('evidenceOf', { n: r.index })} />
          ) : (
            '–'
          ),
      },
      reviewTime: { as: 'time', from: 'md' },
      reason: { ellipsis: true, from: 'lg', cell: (r) => r.complaint || r.reason || '–' },
    },
    actions: [{ key: 'complain', permission: 'comment:order:complain', shown: (r) => r.complains, run: setAbout }],
  };
  return (
    <Panel title={t('items')}>
      <ResourcePage resource={resource} bare />
      <OverlayForm<{ reason: string }>
        in="modal"
        open={about !== undefined}
        title={t('complainTitle', { n: about?.index ?? 0 })}
        submit={t('complain')}
        send={(body) =>
          request('put', '/comment/order/{id}/item/{n}/complain', {
            path: { id: order.id, n: about?.index ?? 0 },
            body,
          })
        }
        changes={[ITEMS, '/comment/order/{id}']}
        done={t('complained')}
        onClose={() => setAbout(undefined)}
      >
        <p>{t('complainHint')}</p>
        <Field name="reason" label={t('reason')} required>
          <Input.TextArea rows={3} maxLength={LIMITS.remark} showCount />
        </Field>
      </OverlayForm>
    </Panel>
  );
}
