import { Flex } from 'antd';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useCan } from '@/auth/session';
import { useAct } from '@/kit/api/act';
import { type Sending, to } from '@/kit/api/to';
import { useFormat } from '@/kit/format';
import { useApp } from '@/kit/light/app';
import { Button } from '@/kit/light/Button';
import { type Action, actionsOf, handled, type OrderDetail } from './order';
import { Refusal } from './Refusal';
import { StopFacts } from './StopFacts';
import { CHANGES, useReview } from './useReview';

/** One call per action; each says when it is done. */
function useCalls(order: OrderDetail, onGone: () => void) {
  const t = useTranslations('order');
  const { message } = useApp();
  const path = { id: order.id };
  const send = useAct((s: Sending) => s, { changes: CHANGES });
  const gone = useAct(() => to('delete', '/gc/groupsendorder/{id}', { path }), {
    changes: ['/gc/groupsendorder/page'],
  });
  const approve = useReview({ one: t('done.approve') });
  const say = (action: Action) => () => message.success(t(`done.${action}`));
  const put = (action: 'pause' | 'start' | 'cancel' | 'stop') => () =>
    send.mutateAsync(to('put', `/gc/groupsendorder/{id}/${action}`, { path })).then(say(action));
  const calls: Record<Exclude<Action, 'refuse'>, () => Promise<unknown>> = {
    pause: put('pause'),
    start: put('start'),
    cancel: put('cancel'),
    stop: put('stop'),
    delete: () => gone.mutateAsync().then(say('delete')).then(onGone),
    approve: () => approve.mutateAsync({ ids: [order.id], pass: true }),
  };
  return calls;
}

type Props = { order: OrderDetail; onGone: () => void };

/** What may be done with an order now, by the table of states and the user's permissions. */
export function ActionButtons({ order, onGone }: Props) {
  const t = useTranslations('order');
  const f = useFormat();
  const can = useCan();
  const { modal } = useApp();
  const calls = useCalls(order, onGone);
  const [refusing, setRefusing] = useState(false);
  const facts = {
    done: f.count(handled(order)),
    total: f.count(order.total),
    cost: f.credits(order.estimatedCost),
  };
  const ask = (action: Action) => {
    if (action === 'refuse') return setRefusing(true);
    modal.confirm({
      title: t(`ask.${action}.title`),
      content: action === 'stop' ? <StopFacts id={order.id} /> : t(`ask.${action}.text`, facts),
      okText: t(`actions.${action}`),
      okButtonProps: { danger: action === 'stop' || action === 'cancel' || action === 'delete' },
      onOk: () => calls[action]().catch(() => {}), // said by the one error handler
    });
  };
  return (
    <Flex gap={8} wrap>
      {actionsOf(order, can).map((a) => (
        <Button
          key={a}
          type={a === 'approve' || a === 'start' ? 'primary' : 'default'}
          danger={a === 'refuse' || a === 'cancel' || a === 'stop' || a === 'delete'}
          onClick={() => ask(a)}
        >
          {t(`actions.${a}`)}
        </Button>
      ))}
      <Refusal orders={[order]} open={refusing} onClose={() => setRefusing(false)} />
    </Flex>
  );
}
