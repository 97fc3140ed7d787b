import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { apiData } from '@/lib/api/client';
import { POLL } from '@/lib/constants';
import { useFormat } from '@/lib/format';
import { errorText } from '@/lib/notifier';
import { type CommonDetail, endpoint, useOrderKind, useOrderTexts } from './kind';
import { processedCount } from './order';
import css from './ordering.module.css';
import { useActionPreview } from './useActionPreview';

/**
 * Shows the charge of stopping an order, fetched while the question is open. It is as tall as its longest text from the start:
 * a button that moves under the pointer is missed.
 */
export function StopFacts({ order }: { order: Pick<CommonDetail, 'id' | 'total' | 'estimatedCost'> }) {
  const t = useOrderTexts();
  const f = useFormat();
  const [total, most] = [f.count(order.total), f.credits(order.estimatedCost)];
  const longest = t('ask.stop.textMore', { done: total, total, charged: most, back: most, n: total });
  return (
    <div className={css.steady} data-longest={longest}>
      <span>{useStopText(order.id)}</span>
    </div>
  );
}

function useStopText(id: string) {
  const t = useOrderTexts();
  const kind = useOrderKind();
  const f = useFormat();
  const path = endpoint(kind, '/{id}/stop');
  // The preview ends when the order is being stopped, because the server would refuse it, and goes on when that failed.
  const client = useQueryClient();
  const [sent, setSent] = useState(false);
  const now = useActionPreview(
    [path, id],
    (signal) => apiData('get', path, { path: { id } }, { signal }),
    sent ? undefined : 2 * POLL.task,
  );
  useEffect(
    () =>
      client.getMutationCache().subscribe((event) => {
        const became = event.type === 'updated' && event.action.type;
        if (became === 'error') setSent(false);
        if (became !== 'pending') return;
        setSent(true);
        void client.cancelQueries({ queryKey: ['asked', path, id] });
      }),
    [client, path, id],
  );
  if (now.isError) return errorText(now.error);
  if (!now.data) return t('ask.stop.asking');
  return t(now.data.underWay > 0 ? 'ask.stop.textMore' : 'ask.stop.text', {
    done: f.count(processedCount(now.data, kind)),
    total: f.count(now.data.total),
    charged: f.credits(now.data.charge),
    back: f.credits(now.data.release),
    n: f.count(now.data.underWay),
  });
}
