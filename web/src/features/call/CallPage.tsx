import { useTranslations } from 'next-intl';
import { Panel } from '@/kit/page/Page';
import { Cost } from '@/ordering/Cost';
import { Delivery, States } from '@/ordering/Delivery';
import { Failures } from '@/ordering/Failures';
import { Funnel } from '@/ordering/Funnel';
import { CALL } from '@/ordering/kind';
import { OrderFrame, useOrder } from '@/ordering/OrderFrame';
import { countOf, isRunning, STATUS } from '@/ordering/order';
import { NextOrder, ReviewPanel } from '@/ordering/ReviewPanel';
import { SendRateChart } from '@/ordering/SendRateChart';
import { WaitingNote } from '@/ordering/WaitingNote';
import { CallResponse } from './CallResponse';
import { CallTargets } from './CallTargets';
import { Outcomes } from './Outcomes';
import type { CallDetail } from './order';
import { Terms } from './Terms';

/** Page of a call order: a reviewer sees the recording first, its customer the results of the calls. */
export function CallPage({ id, onBack }: { id: string; onBack: () => void }) {
  const t = useTranslations('call');
  return (
    <OrderFrame<CallDetail>
      asked={useOrder<CallDetail>(CALL, id)}
      onBack={onBack}
      actions={(order) => [null, <NextOrder key={id} order={order} />]}
      top={(order) => <WaitingNote order={order} />}
      main={(order) => (
        <>
          {order.status !== STATUS.review && (
            <>
              <Delivery order={order} funnel={order.funnel && <Funnel order={order} replies={false} />} />
              <Outcomes order={order} />
              <SendRateChart order={order} />
            </>
          )}
          <ReviewPanel order={order} by={t('dialled')} />
          <Terms order={order} />
          <Cost order={order} />
        </>
      )}
      side={(order) =>
        countOf(order, 'failed') + countOf(order, 'skipped') > 0 && <Failures id={id} busy={isRunning(order)} />
      }
      message={{
        label: t('heard.title'),
        content: (order) => (
          <Panel title={t('heard.title')}>
            <CallResponse
              id={order.recordingId}
              name={order.recording.name}
              interactive={order.callType === 'interactive'}
              intents={order.intents ?? []}
            />
          </Panel>
        ),
      }}
      targets={{
        label: t('targets'),
        content: (order) => (
          <>
            {order.funnel && <States order={order} />}
            <CallTargets order={order} />
          </>
        ),
      }}
    />
  );
}
