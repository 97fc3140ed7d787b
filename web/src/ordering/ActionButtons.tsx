import { EllipsisOutlined } from '@ant-design/icons';
import { Button, Flex } from 'antd';
import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { usePermission } from '@/kit/access/Can';
import { useApiMutation } from '@/lib/api/mutation';
import { type ApiRequest, request } from '@/lib/api/request';
import { useFormat } from '@/lib/format';
import { useSearch } from '@/lib/router/navigate';
import { preloadApp, useApp } from '@/lib/toasts';
import { Dropdown } from '@/ui/Dropdown';
import { type CommonDetail, endpoint, OrderKindProvider, permission, useOrderKind, useOrderTexts } from './kind';
import { type Action, actionsOf, countOf, processedCount, STATUS } from './order';
import { Refund } from './Refund';
import { Refusal } from './Refusal';
import { RetryFacts, useRetryQuote } from './RetryFacts';
import { StopFacts } from './StopFacts';
import { changesOf, passing, useReview } from './useReview';

/** Actions with a form of their own. */
type ConfirmedAction = 'refuse' | 'refund' | 'edit';

/** Calls of the actions; each shows a message when it is done. */
function useCalls(order: CommonDetail, onGone: () => void, told: { current?: number }) {
  const t = useOrderTexts();
  const kind = useOrderKind();
  const { message } = useApp();
  const path = { id: order.id };
  const send = useApiMutation((s: ApiRequest) => s, { changes: changesOf(kind) });
  const gone = useApiMutation(() => request('delete', endpoint(kind, '/{id}'), { path }), {
    changes: [endpoint(kind, '/page')],
  });
  const approve = useReview({ one: t('done.approve') });
  const say = (action: Exclude<Action, 'edit'>) => () => message.success(t(`done.${action}`));
  const retry = () => request('put', endpoint(kind, '/{id}/retry'), { path, body: { expectedCost: told.current } });
  const put = (action: 'pause' | 'start' | 'cancel' | 'stop') => () =>
    send.mutateAsync(request('put', endpoint(kind, `/{id}/${action}`), { path })).then(say(action));
  const calls: Record<Exclude<Action, ConfirmedAction>, () => Promise<unknown>> = {
    pause: put('pause'),
    start: put('start'),
    cancel: put('cancel'),
    stop: put('stop'),
    retry: () => send.mutateAsync(retry()).then(say('retry')),
    delete: () => gone.mutateAsync().then(say('delete')).then(onGone),
    approve: () => approve.mutateAsync(passing([order])),
  };
  return calls;
}

type Props = { order: CommonDetail; onGone: () => void };

/** Buttons of the actions that an order's state and the user's permissions allow. */
export function ActionButtons({ order, onGone }: Props) {
  const t = useTranslations('order');
  const own = useOrderTexts();
  const kind = useOrderKind();
  const f = useFormat();
  const can = usePermission();
  const { modal } = useApp();
  const told = useRef<number>(undefined); // what a retry costs, as it was said when it was asked about
  const calls = useCalls(order, onGone, told);
  const { set } = useSearch();
  const [asking, setAsking] = useState<ConfirmedAction>();
  useEffect(preloadApp, []); // its questions are about money: their code is there before one is asked
  const facts = {
    done: f.count(processedCount(order, kind)),
    total: f.count(order.total),
    cost: f.credits(order.estimatedCost),
    n: f.count(countOf(order, 'failed')),
    count: countOf(order, 'failed'),
  };
  const quote = useRetryQuote(order, told);
  const all = actionsOf(order, can, kind);
  // Deleting stays out of the way, and so does the customer's own cancelling beside a reviewer's refusal.
  const quiet = all.filter((a) => a === 'delete' || (a === 'cancel' && all.includes('refuse')));
  const shown = all.filter((a) => !quiet.includes(a));
  const copies = can(permission(kind, 'add'));
  const refused = order.status === STATUS.refused;
  const copy = () => set({ create: 1, copy: order.id });
  const ask = async (action: Action) => {
    if (action === 'edit') return set({ create: 1, edit: order.id });
    if (action === 'refuse' || action === 'refund') return setAsking(action);
    if (action === 'retry' && !(await quote.ask())) return;
    // A question is drawn at the top of the console, outside the kind's own page.
    void modal.confirm({
      title: own(`ask.${action}.title`, facts),
      content:
        action === 'stop' ? (
          <OrderKindProvider value={kind}>
            <StopFacts order={order} />
          </OrderKindProvider>
        ) : action === 'retry' ? (
          <OrderKindProvider value={kind}>
            <RetryFacts order={order} told={told} />
          </OrderKindProvider>
        ) : (
          own(`ask.${action}.text`, facts)
        ),
      okText: t(`actions.${action}`),
      okButtonProps: { danger: action === 'stop' || action === 'cancel' || action === 'delete' },
      onOk: () => calls[action]().catch(() => {}), // said by the one error handler
    });
  };
  return (
    <Flex gap={8} wrap>
      {copies && refused && (
        <Button type="primary" onClick={copy}>
          {t('actions.correct')}
        </Button>
      )}
      {shown.map((a) => (
        <Button
          key={a}
          type={a === 'approve' || a === 'start' ? 'primary' : 'default'}
          danger={a === 'refuse' || a === 'cancel' || a === 'stop'}
          loading={a === 'retry' && quote.asking}
          onClick={() => void ask(a)}
        >
          {t(`actions.${a}`)}
        </Button>
      ))}
      {copies && !refused && <Button onClick={copy}>{t('actions.copy')}</Button>}
      {quiet.length > 0 && (
        <Dropdown
          placement="bottomRight"
          menu={{
            items: quiet.map((a) => ({ key: a, label: t(`actions.${a}`), danger: true, onClick: () => void ask(a) })),
          }}
        >
          <Button icon={<EllipsisOutlined />} aria-label={t('actions.more')} />
        </Dropdown>
      )}
      <Refusal orders={[order]} open={asking === 'refuse'} onClose={() => setAsking(undefined)} />
      <Refund order={order} open={asking === 'refund'} onClose={() => setAsking(undefined)} />
    </Flex>
  );
}
