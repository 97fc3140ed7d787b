import { useQuery } from '@tanstack/react-query';
import { Alert } from 'antd';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { usePermission } from '@/kit/access/Can';
import { get } from '@/kit/api/query';
import type { Data } from '@/kit/api/types';
import { useFormat } from '@/kit/format';
import { Button } from '@/kit/light/Button';
import { Facts, Panel } from '@/kit/page/Page';
import { Problem } from '@/kit/page/Problem';
import { useSearch } from '@/router/navigate';
import { type CommonDetail, endpoint, permission, useKind, useWords } from './kind';
import { actionsOf, STATUS } from './order';
import css from './ordering.module.css';

type Told = Data<'get', '/gc/groupsendorder/{id}/review'>;

/** What a reviewer is told. It stays while the same order is looked at, so that the next one is a press away when this one is done. */
export function useDossier(order: CommonDetail) {
  const kind = useKind();
  const may = usePermission()(permission(kind, 'review'));
  return useQuery({
    ...get(endpoint(kind, '/{id}/review'), { path: { id: order.id } }),
    enabled: may && order.status === STATUS.review,
    staleTime: 0,
  });
}

/** The reviewer's part of the page: the audience, who carries it, the price, and what the customer did before. */
export function Dossier({ order, by }: { order: CommonDetail; by: ReactNode }) {
  const { data, error, refetch } = useDossier(order);
  const can = usePermission();
  const kind = useKind();
  if (order.status !== STATUS.review || !actionsOf(order, can, kind).includes('approve')) return null;
  if (error) return <Problem error={error} onRetry={refetch} />;
  return (
    <>
      <Audience order={order} told={data} by={by} />
      {data && <Customer order={order} told={data} />}
    </>
  );
}

/** To the next order that waits, whatever became of this one. */
export function NextOne({ order }: { order: CommonDetail }) {
  const t = useTranslations('order.dossier');
  const { set } = useSearch();
  const { data } = useDossier(order);
  if (!data) return null;
  const reviewed = order.status !== STATUS.review;
  if (!data.next) return reviewed ? <span className={css.quiet}>{t('last')}</span> : null;
  return (
    <Button type={reviewed ? 'primary' : 'default'} onClick={() => set({ id: data.next })}>
      {t('next', { n: data.others })}
    </Button>
  );
}

function Audience({ order, told, by }: { order: CommonDetail; told?: Told; by: ReactNode }) {
  const t = useTranslations('order.dossier');
  const own = useWords();
  const f = useFormat();
  const a = told?.audience;
  const held = a?.held ?? [];
  return (
    <Panel title={own('dossier.audience')}>
      <Facts
        items={[
          {
            label: t('countries'),
            value: (a?.countries ?? [{ countryCode: order.countryCode, count: order.total }])
              .map((c) => `${f.country(c.countryCode)} ${f.count(c.count)}`)
              .join(', '),
          },
          { label: a?.source === 'file' ? t('file') : t('collection'), value: a ? a.name || t('gone') : '\u00a0' },
          {
            label: t('held'),
            value:
              held.length > 0
                ? held.map((h) => `${h.reason}: ${f.count(h.count)}`).join('; ')
                : a
                  ? t('nobody')
                  : '\u00a0',
          },
          { label: own('dossier.sender'), value: by },
          { label: t('price'), value: `${f.credits(order.price)} → ${f.credits(order.estimatedCost)}` },
        ]}
      />
    </Panel>
  );
}

function Customer({ order, told }: { order: CommonDetail; told: Told }) {
  const t = useTranslations('order.dossier');
  const own = useWords();
  const f = useFormat();
  const h = told.history;
  const refusals = h.refusals ?? [];
  return (
    <Panel title={t('customer', { name: order.customerName })}>
      {h.orders === 0 && <Alert className={css.first} type="warning" showIcon title={t('first')} />}
      <Facts
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
