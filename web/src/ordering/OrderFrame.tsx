import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Skeleton, Tag } from 'antd';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Identifier } from '@/kit/cell/Identifier';
import { DictTag } from '@/kit/dict/DictTag';
import { ErrorAlert } from '@/kit/page/ErrorAlert';
import { Page } from '@/kit/page/Page';
import { get } from '@/lib/api/query';
import type { Data } from '@/lib/api/types';
import { POLL } from '@/lib/constants';
import { useSocketState } from '@/lib/realtime/useSocketState';
import { useSession } from '@/lib/session';
import { ActionButtons } from './ActionButtons';
import { Figures } from './Figures';
import { type CommonDetail, endpoint, type OrderKind, useOrderKind, useOrderTexts } from './kind';
import { InTabs, type OrderParts, Reviewed } from './OrderParts';
import { OrderReason } from './OrderReason';
import { isRunning, isUnplanned, isUntouched, STATUS } from './order';
import css from './ordering.module.css';
import { ReportButton } from './ReportButton';
import { ReviewNote } from './ReviewNote';

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

type Props<D> = OrderParts<D> & {
  asked: UseQueryResult<D>;
  onBack: () => void;
  /** Actions of the kind, before and after the common ones. */
  actions?: (order: D) => [before: ReactNode, after: ReactNode];
  /** Content above the parts. */
  top?: (order: D) => ReactNode;
};

/** The page of one order: its state, its actions, why it waits, and the parts of its kind. */
export function OrderFrame<D extends OrderOverview>({ asked, onBack, actions, top, ...parts }: Props<D>) {
  const t = useTranslations('order');
  const own = useOrderTexts();
  const kind = useOrderKind();
  const { statuses } = kind;
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
          {order.status !== STATUS.review && <ReportButton order={order} message={parts.message?.text?.(order)} />}
        </>
      }
    >
      <OrderReason order={order} />
      {!isUntouched(order, kind) && <Figures order={order} />}
      {top?.(order)}
      <ReviewNote order={order} />
      {order.status === STATUS.review ? <Reviewed order={order} {...parts} /> : <InTabs order={order} {...parts} />}
    </Page>
  );
}
