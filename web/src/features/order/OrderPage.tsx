import { useQuery } from '@tanstack/react-query';
import { Alert, Skeleton, Tag } from 'antd';
import { useTranslations } from 'next-intl';
import { useCan, useSession } from '@/auth/session';
import { POLL } from '@/core/constants';
import { get } from '@/kit/api/query';
import { DictTag } from '@/kit/dict/DictTag';
import { useFormat } from '@/kit/format';
import { Facts, Page, Panel } from '@/kit/page/Page';
import { Problem } from '@/kit/page/Problem';
import { useSocketState } from '@/realtime/useSocketState';
import { ActionButtons } from './ActionButtons';
import { Answers } from './Answers';
import { Cost } from './Cost';
import { Counts } from './Counts';
import { Dossier, NextOne } from './Dossier';
import { Failures } from './Failures';
import { Funnel } from './Funnel';
import { useHours } from './hours';
import { actionsOf, countOf, handled, moving, type OrderDetail, STATUS } from './order';
import css from './order.module.css';
import { Preview } from './Preview';
import { Progress } from './Progress';
import { SentBy } from './SentBy';
import { SubOrders } from './SubOrders';
import { Targets } from './Targets';
import { Tempo } from './Tempo';
import { Trial } from './Trial';
import { WaitsNote } from './WaitsNote';

/** The order as of now. Live messages reach its owner; everybody else asks now and then. */
function useOrder(id: string) {
  const me = useSession((s) => s.info?.userId);
  const live = useSocketState() === 'open';
  return useQuery({
    ...get('/gc/groupsendorder/{id}', { path: { id } }),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      moving(state.data) ? (live && state.data?.customerId === me ? POLL.slow : POLL.live) : false,
  });
}

export function OrderPage({ id, onBack }: { id: string; onBack: () => void }) {
  const t = useTranslations();
  const { data: order, error, refetch } = useOrder(id);
  const back = { label: t('order.back'), onClick: onBack };
  if (!order) {
    return (
      <Page title={t('order.title')} note={error ? undefined : '\u00a0'} back={back}>
        {error ? (
          <Problem error={error} onRetry={refetch} />
        ) : (
          <div className={css.loading}>
            <Skeleton active paragraph={{ rows: 10 }} />
          </div>
        )}
      </Page>
    );
  }
  return (
    <Page
      back={back}
      title={
        <>
          {order.name || order.orderNo} <DictTag code="order_status" value={order.status} />
          {order.test && <Tag>{t('order.try.tag')}</Tag>}
        </>
      }
      note={order.orderNo}
      actions={
        <>
          <Answers id={id} />
          <ActionButtons order={order} onGone={onBack} />
          <NextOne key={id} order={order} />
        </>
      }
    >
      {order.reason && (
        <Alert className={css.alert} type={order.status === 4 ? 'warning' : 'info'} showIcon title={order.reason} />
      )}
      <WaitsNote order={order} />
      <ReviewNote order={order} />
      <div className={css.columns} data-first={order.status === STATUS.review ? 'message' : undefined}>
        <div className={css.main}>
          {order.status !== STATUS.review && <Delivery order={order} />}
          <Trial order={order} />
          {order.status !== STATUS.review && <Tempo order={order} />}
          <Dossier order={order} />
          <SubOrders order={order} />
          <Terms order={order} />
          <Cost order={order} />
        </div>
        <div className={css.side}>
          <Panel title={t(order.ab ? 'order.ab.a' : 'order.message')}>
            <Preview message={{ ...order.message, template: order.template, channel: order.channel }} />
          </Panel>
          {order.ab && (
            <Panel title={t('order.ab.b')}>
              <Preview message={{ ...order.ab.message, template: order.ab.template, channel: order.channel }} second />
            </Panel>
          )}
          {countOf(order, 'failed') > 0 && <Failures id={id} busy={moving(order)} />}
        </div>
        <div className={css.below}>
          <Targets id={id} busy={moving(order)} tries={Boolean(order.ab)} />
        </div>
      </div>
    </Page>
  );
}

/** What whoever may approve an order should look at first. */
function ReviewNote({ order }: { order: OrderDetail }) {
  const t = useTranslations('order');
  const f = useFormat();
  const can = useCan();
  if (!actionsOf(order, can).includes('approve')) return null;
  const facts = {
    customer: order.customerName,
    country: f.country(order.countryCode),
    total: f.count(order.total),
    cost: f.credits(order.estimatedCost),
  };
  return (
    <Alert className={css.alert} type="info" showIcon title={t('reviewTitle')} description={t('reviewText', facts)} />
  );
}

function Delivery({ order }: { order: OrderDetail }) {
  const t = useTranslations('order');
  const f = useFormat();
  return (
    <Panel
      title={t('delivery')}
      extra={
        <span className={css.of}>{t('handled', { done: f.count(handled(order)), total: f.count(order.total) })}</span>
      }
    >
      <Progress order={order} large />
      <Funnel order={order} />
      <Counts order={order} />
    </Panel>
  );
}

/** Who of the collection it is sent to. */
function Filters({ order }: { order: OrderDetail }) {
  const t = useTranslations('order');
  const all = [
    order.segment && t('ofSegment', { segment: order.segment }),
    order.waFilter && t('ofWA'),
    order.activeDays && t('ofActive', { n: order.activeDays }),
  ];
  return all.filter(Boolean).join('; ');
}

function Terms({ order }: { order: OrderDetail }) {
  const t = useTranslations('order');
  const f = useFormat();
  const { fact } = useHours();
  return (
    <Panel title={t('terms')}>
      <Facts
        items={[
          { label: t('estimatedCost'), value: f.credits(order.estimatedCost) },
          { label: t('actualCost'), value: order.settled ? f.credits(order.actualCost) : t('notSettled') },
          ...(order.refunds ?? []).map((r) => ({
            label: t('refunded'),
            value: t('refundedOf', { amount: f.credits(r.amount), reason: r.reason, who: r.operator }),
          })),
          { label: t('price'), value: f.credits(order.price) },
          { label: t('channel'), value: <SentBy order={order} /> },
          { label: t('countryCode'), value: f.country(order.countryCode) },
          { label: t('customerName'), value: order.customerName },
          ...(order.segment || order.waFilter || order.activeDays
            ? [{ label: t('filters'), value: <Filters order={order} /> }]
            : []),
          ...(order.operator ? [{ label: t('operator'), value: order.operator }] : []),
          { label: t('createTime'), value: f.time(order.createTime) },
          { label: t('startTime'), value: order.startTime ? f.time(order.startTime) : t('atOnce') },
          ...(order.window ? [{ label: t('hoursTitle'), value: fact(order.window) }] : []),
          ...(order.deadline ? [{ label: t('deadline'), value: f.time(order.deadline) }] : []),
          { label: t('beginTime'), value: f.time(order.beginTime) },
          { label: t('endTime'), value: f.time(order.endTime) },
          ...(order.retryTime ? [{ label: t('retryTime'), value: f.time(order.retryTime) }] : []),
          ...(order.earlier ?? []).map((g, i) => ({
            label: `${t('earlier')} ${i + 1}`,
            value: t('earlierOf', { n: f.count(g.targets), charged: f.count(g.charged), price: f.credits(g.price) }),
          })),
          ...(order.remark ? [{ label: t('remark'), value: order.remark }] : []),
        ]}
      />
    </Panel>
  );
}
