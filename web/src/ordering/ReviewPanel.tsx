import { useQuery } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { usePermission } from '@/kit/access/Can';
import { ErrorAlert } from '@/kit/page/ErrorAlert';
import { DescriptionList, Panel } from '@/kit/page/Page';
import { get } from '@/lib/api/query';
import type { Data } from '@/lib/api/types';
import { useFormat } from '@/lib/format';
import { useSearch } from '@/lib/router/navigate';
import { type CommonDetail, endpoint, permission, useOrderKind, useOrderTexts } from './kind';
import { actionsOf, STATUS } from './order';
import css from './ordering.module.css';

type ReviewInfo = Data<'get', '/gc/groupsendorder/{id}/review'>;

/** Fetches what a reviewer needs. It stays while the order is open, so that the next order is one press away after the decision. */
export function useReviewInfo(order: CommonDetail) {
  const kind = useOrderKind();
  const may = usePermission()(permission(kind, 'review'));
  return useQuery({
    ...get(endpoint(kind, '/{id}/review'), { path: { id: order.id } }),
    enabled: may && order.status === STATUS.review,
    staleTime: 0,
  });
}

/** The reviewer's part of the page: audience, sender, price, and the history of the customer. */
export function ReviewPanel({ order, by }: { order: CommonDetail; by: ReactNode }) {
  const { data, error, refetch } = useReviewInfo(order);
  const can = usePermission();
  const kind = useOrderKind();
  if (order.status !== STATUS.review || !actionsOf(order, can, kind).includes('approve')) return null;
  if (error) return <ErrorAlert error={error} onRetry={refetch} />;
  return (
    <>
      <Audience order={order} info={data} by={by} />
      {data && <Customer order={order} info={data} />}
    </>
  );
}

/** Leads to the next order in review, after any decision about this one. */
export function NextOrder({ order }: { order: CommonDetail }) {
  const t = useTranslations('order.dossier');
  const { set } = useSearch();
  const { data } = useReviewInfo(order);
  if (!data) return null;
  const reviewed = order.status !== STATUS.review;
  if (!data.next) return reviewed ? <span className={css.quiet}>{t('last')}</span> : null;
  return (
    <Button type={reviewed ? 'primary' : 'default'} onClick={() => set({ id: data.next })}>
      {t('next', { n: data.others })}
    </Button>
  );
}

function Audience({ order, info, by }: { order: CommonDetail & { parts?: number }; info?: ReviewInfo; by: ReactNode }) {
  const t = useTranslations('order.dossier');
  const own = useOrderTexts();
  const f = useFormat();
  const a = info?.audience;
  const held = a?.held ?? [];
  const kind = useOrderKind();
  const parts = order.parts || 1;
  const priced = {
    n: order.total,
    price: f.credit(order.price),
    parts,
    cost: f.credits(order.estimatedCost),
  };
  // Calls, groups and numbers are charged by other units than their targets.
  const counted =
    (kind.words === 'order' || kind.words === 'email') &&
    Math.round(order.total * order.price * parts * 100) === Math.round(order.estimatedCost * 100);
  return (
    <Panel title={own('dossier.audience')}>
      <DescriptionList
        items={[
          {
            label: t('countries'),
            value: (a?.countries ?? [{ countryCode: order.countryCode, count: order.total }])
              .map((c) => `${f.country(c.countryCode)} ${f.count(c.count)}`)
              .join(', '),
          },
          ...(a?.source === 'none'
            ? []
            : [
                {
                  label: a?.source === 'file' ? t('file') : t('collection'),
                  value: a ? a.name || t('gone') : '\u00a0',
                },
                {
                  label: t('held'),
                  value:
                    held.length > 0
                      ? held.map((h) => `${h.reason}: ${f.count(h.count)}`).join('; ')
                      : a
                        ? t('nobody')
                        : '\u00a0',
                },
              ]),
          { label: own('dossier.sender'), value: by },
          { label: t('price'), value: t(counted ? 'cost' : 'costOther', priced) },
        ]}
      />
    </Panel>
  );
}

function Customer({ order, info }: { order: CommonDetail; info: ReviewInfo }) {
  const t = useTranslations('order.dossier');
  const own = useOrderTexts();
  const f = useFormat();
  const h = info.history;
  const refusals = h.refusals ?? [];
  return (
    <Panel title={t('customer', { name: order.customerName })}>
      {h.orders === 0 && <Alert className={css.first} type="warning" showIcon title={t('first')} />}
      <DescriptionList
        items={[
          { label: t('orders'), value: h.more ? t('orMore', { n: f.count(h.orders) }) : f.count(h.orders) },
          { label: own('dossier.sent'), value: f.count(h.sentAlike) },
          { label: t('failureRate'), value: f.percent(h.failureRate) },
          { label: t('complaintRate'), value: f.percent(h.complaintRate) },
          { label: t('refused'), value: f.count(h.refused) },
          ...refusals.map((r) => ({ label: r.orderNo, value: r.reason })),
        ]}
      />
    </Panel>
  );
}
