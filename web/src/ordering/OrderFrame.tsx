import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Alert, Skeleton, Tag } from 'antd';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { usePermission } from '@/kit/access/Can';
import { Identifier } from '@/kit/cell/Identifier';
import { DictTag } from '@/kit/dict/DictTag';
import { ErrorAlert } from '@/kit/page/ErrorAlert';
import { Page, Panel } from '@/kit/page/Page';
import { get } from '@/lib/api/query';
import type { Data } from '@/lib/api/types';
import { POLL } from '@/lib/constants';
import { useFormat } from '@/lib/format';
import { useSocketState } from '@/lib/realtime/useSocketState';
import { useSession } from '@/lib/session';
import { ActionButtons } from './ActionButtons';
import { Activity } from './Activity';
import { Counts } from './Counts';
import { Figures } from './Figures';
import { type CommonDetail, endpoint, type OrderKind, useOrderKind, useOrderTexts } from './kind';
import { actionsOf, isRunning, isUnplanned, processedCount, STATUS } from './order';
import css from './ordering.module.css';
import { Progress } from './Progress';
import { ReportButton } from './ReportButton';

/** Fetches an order of a kind. Live messages reach its owner; for all others it polls. */
export function useOrder<D extends CommonDetail = Data<'get', '/gc/groupsendorder/{id}'>>(kind: OrderKind, id: string) {
  const me = useSession((s) => s.info?.userId);
  const live = useSocketState() === 'open';
  return useQuery({
    ...get(endpoint(kind, '/{id}'), { path: { id } }),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      isUnplanned(state.data)
        ? POLL.live
        : isRunning(state.data)
          ? live && state.data?.customerId === me
            ? POLL.slow
            : POLL.live
          : false,
  }) as unknown as UseQueryResult<D>;
}

type OrderOverview = CommonDetail & { reason?: string; test?: boolean };

type Props<D> = {
  asked: UseQueryResult<D>;
  onBack: () => void;
  /** Actions of the kind, before and after the common ones. */
  actions?: (order: D) => [before: ReactNode, after: ReactNode];
  /** What its message says, for the report. */
  message?: (order: D) => string | undefined;
  /** Content above the parts, the parts, the side panel, and content below both. */
  top?: (order: D) => ReactNode;
  main: (order: D) => ReactNode;
  side: (order: D) => ReactNode;
  below: (order: D) => ReactNode;
};

/** The page of one order: its state, its actions, why it waits, and the parts of its kind. A reviewer sees the side panel first. */
export function OrderFrame<D extends OrderOverview>({
  asked,
  onBack,
  actions,
  message,
  top,
  main,
  side,
  below,
}: Props<D>) {
  const t = useTranslations('order');
  const own = useOrderTexts();
  const { statuses } = useOrderKind();
  const { data: order, error, refetch } = asked;
  const back = { label: t('back'), onClick: onBack };
  if (!order) {
    return (
      <Page title={own('title')} note={error ? undefined : '\u00a0'} back={back}>
        {error ? (
          <ErrorAlert error={error} onRetry={refetch} />
        ) : (
          <div className={css.loading}>
            <Skeleton active paragraph={{ rows: 10 }} />
          </div>
        )}
      </Page>
    );
  }
  const [before, after] = actions?.(order) ?? [];
  return (
    <Page
      back={back}
      title={
        <>
          {order.name || order.orderNo} <DictTag code={statuses} value={order.status} />
          {order.test && <Tag>{t('try.tag')}</Tag>}
        </>
      }
      note={<Identifier text={order.orderNo} />}
      actions={
        <>
          {before}
          <ActionButtons order={order} onGone={onBack} />
          {after}
          {order.status !== STATUS.review && <ReportButton order={order} message={message?.(order)} />}
        </>
      }
    >
      {order.reason && (
        <Alert
          className={css.alert}
          type={order.status === STATUS.paused ? 'warning' : 'info'}
          showIcon
          title={order.reason}
        />
      )}
      {order.status !== STATUS.review && <Figures order={order} />}
      {top?.(order)}
      <ReviewNote order={order} />
      <div className={css.columns} data-first={order.status === STATUS.review ? 'message' : undefined}>
        <div className={css.main}>{main(order)}</div>
        <div className={css.side}>
          {side(order)}
          <Activity order={order} />
        </div>
        <div className={css.below}>{below(order)}</div>
      </div>
    </Page>
  );
}

/** Tells a reviewer what to check first in an order. */
function ReviewNote({ order }: { order: CommonDetail }) {
  const t = useTranslations('order');
  const own = useOrderTexts();
  const kind = useOrderKind();
  const f = useFormat();
  const can = usePermission();
  if (!actionsOf(order, can, kind).includes('approve')) return null;
  const facts = {
    customer: order.customerName,
    country: f.country(order.countryCode),
    total: f.count(order.total),
    cost: f.credits(order.estimatedCost),
  };
  return (
    <Alert className={css.alert} type="info" showIcon title={t('reviewTitle')} description={own('reviewText', facts)} />
  );
}

/** Shows the progress of an order: a bar, details of its kind, and the targets by state. */
export function Delivery({ order, children }: { order: CommonDetail; children?: ReactNode }) {
  const t = useTranslations('order');
  const own = useOrderTexts();
  const kind = useOrderKind();
  const f = useFormat();
  return (
    <Panel
      title={own('delivery')}
      extra={
        <span className={css.of}>
          {t('handled', { done: f.count(processedCount(order, kind)), total: f.count(order.total) })}
        </span>
      }
    >
      <Progress order={order} large />
      {children}
      <Counts order={order} />
    </Panel>
  );
}
