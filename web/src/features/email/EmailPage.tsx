import { useTranslations } from 'next-intl';
import { FeatureSlot } from '@/kit/slots/FeatureSlot';
import { Cost } from '@/ordering/Cost';
import { Delivery } from '@/ordering/Delivery';
import { Failures } from '@/ordering/Failures';
import { EMAIL } from '@/ordering/kind';
import { OrderFrame, useOrder } from '@/ordering/OrderFrame';
import { countOf, isRunning, STATUS } from '@/ordering/order';
import { NextOrder, ReviewPanel } from '@/ordering/ReviewPanel';
import { SendRateChart } from '@/ordering/SendRateChart';
import { Trial } from '@/ordering/Trial';
import { WaitingNote } from '@/ordering/WaitingNote';
import { EmailContent } from './EmailContent';
import { EmailTargets } from './EmailTargets';
import css from './email.module.css';
import type { EmailDetail } from './order';
import { Settlement } from './Settlement';
import { Terms } from './Terms';

/** Page of an email order: a reviewer sees the email first, its customer the results. */
export function EmailPage({ id, onBack }: { id: string; onBack: () => void }) {
  const t = useTranslations('email');
  return (
    <OrderFrame<EmailDetail>
      asked={useOrder<EmailDetail>(EMAIL, id)}
      onBack={onBack}
      actions={(order) => [null, <NextOrder key={id} order={order} />]}
      top={(order) => <WaitingNote order={order} />}
      main={(order) => (
        <>
          {order.status !== STATUS.review && (
            <>
              <Delivery order={order} />
              <div className={css.results} data-sent={countOf(order, 'sent') + countOf(order, 'arrived') > 0}>
                <FeatureSlot slot="emailResult" order={order} />
              </div>
              <Trial order={order} />
              <SendRateChart order={order} />
            </>
          )}
          <ReviewPanel order={order} by={t('from', { name: order.sender.name, address: order.sender.address })} />
          <Settlement order={order} />
          <Terms order={order} />
          <Cost order={order} />
        </>
      )}
      side={(order) =>
        countOf(order, 'failed') + countOf(order, 'skipped') > 0 && <Failures id={id} busy={isRunning(order)} />
      }
      message={{ label: t('content'), content: (order) => <EmailContent order={order} /> }}
      targets={{ label: t('targets'), content: (order) => <EmailTargets order={order} /> }}
    />
  );
}
