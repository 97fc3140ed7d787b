import { useTracking } from '@/kit/useTracking';
import type { EmailFunnel, ResultOrder } from './result';

/**
 * Why loads or clicks of an order are not counted, or not all of them: its emails are plain text, the platform counts none, it no longer
 * does, it changed while the order was sent, or the order wants it so.
 */
export type Reason = 'text' | 'platform' | 'stopped' | 'changed' | 'loads' | 'clicks' | 'both';

/** An order with what of it is counted, and why that is not everything. Figures from before the platform stopped to count stay. */
export function useCounted(
  order: ResultOrder,
  funnel?: EmailFunnel,
): { counted: ResultOrder; why?: Reason; at?: string } {
  const { on, changed } = useTracking();
  const none = { ...order, trackLoads: false, trackClicks: false };
  if (order.format === 'text' && order.ab?.format !== 'html') return { counted: none, why: 'text' };
  if (!order.trackLoads || !order.trackClicks) {
    const why = order.trackLoads ? 'clicks' : order.trackClicks ? 'loads' : 'both';
    if (on || why === 'both') return { counted: order, why };
  }
  const { loaded = 0, clicked = 0, machineLoaded = 0, machineClicked = 0 } = funnel?.activity ?? {};
  const any = loaded + clicked + machineLoaded + machineClicked > 0;
  if (!on) return any ? { counted: order, why: 'stopped' } : { counted: none, why: 'platform' };
  const during = changed && order.beginTime && new Date(changed) > new Date(order.beginTime);
  return during && !any ? { counted: order, why: 'changed', at: changed } : { counted: order };
}
