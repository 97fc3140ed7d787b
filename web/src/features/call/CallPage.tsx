import { useTranslations } from 'next-intl';
import { Panel } from '@/kit/page/Page';
import { Cost } from '@/ordering/Cost';
import { Dossier, NextOne } from '@/ordering/Dossier';
import { Failures } from '@/ordering/Failures';
import { Delivery, Frame, useOrder } from '@/ordering/Frame';
import { Funnel } from '@/ordering/Funnel';
import { CALL } from '@/ordering/kind';
import { countOf, moving, STATUS } from '@/ordering/order';
import { Tempo } from '@/ordering/Tempo';
import { WaitsNote } from '@/ordering/WaitsNote';
import { Called } from './Called';
import { Heard } from './Heard';
import { Outcomes } from './Outcomes';
import type { CallDetail } from './order';
import { Terms } from './Terms';

/** One order of calls: for a reviewer what is heard first, for its customer what became of the calls. */
export function CallPage({ id, onBack }: { id: string; onBack: () => void }) {
  const t = useTranslations('call');
  return (
    <Frame<CallDetail>
      asked={useOrder<CallDetail>(CALL, id)}
      onBack={onBack}
      actions={(order) => [null, <NextOne key={id} order={order} />]}
      top={(order) => <WaitsNote order={order} />}
      main={(order) => (
        <>
          {order.status !== STATUS.review && (
            <>
              <Delivery order={order}>
                <Funnel order={order} replies={false} />
              </Delivery>
              <Outcomes order={order} />
              <Tempo order={order} />
            </>
          )}
          <Dossier order={order} by={t('dialled')} />
          <Terms order={order} />
          <Cost order={order} />
        </>
      )}
      side={(order) => (
        <>
          <Panel title={t('heard.title')}>
            <Heard
              id={order.recordingId}
              name={order.recording.name}
              interactive={order.callType === 'interactive'}
              intents={order.intents ?? []}
            />
          </Panel>
          {countOf(order, 'failed') > 0 && <Failures id={id} busy={moving(order)} />}
        </>
      )}
      below={(order) => <Called order={order} />}
    />
  );
}
