import { useTranslations } from 'next-intl';
import { DescriptionList, Panel } from '@/kit/page/Page';
import { useTracking } from '@/kit/useTracking';
import { useFormat } from '@/lib/format';
import type { EmailDetail } from './order';

/** The filter of the contact list's members in words. */
function useFilter(order: EmailDetail): string {
  const t = useTranslations('email');
  const f = useFormat();
  const { loadedSince, clickedSince, joinedSince, notBounced } = order.filter ?? {};
  const all = [
    loadedSince && t('filter.loaded', { time: f.minute(loadedSince) }),
    clickedSince && t('filter.clicked', { time: f.minute(clickedSince) }),
    joinedSince && t('filter.joined', { time: f.minute(joinedSince) }),
    notBounced && t('filter.notBounced'),
  ];
  return all.filter(Boolean).join('; ');
}

/** The terms of an order: its email, customer, price and times. */
export function Terms({ order }: { order: EmailDetail }) {
  const t = useTranslations('email');
  const all = useTranslations('order');
  const f = useFormat();
  const filter = useFilter(order);
  const of = (label: string, value: string | undefined | null | false) => (value ? [{ label, value }] : []);
  const { sender, replyTo } = order;
  const counted = [order.trackLoads && t('track.loads'), order.trackClicks && t('track.clicks')].filter(Boolean);
  const { on } = useTracking();
  const chosen = counted.length > 0 ? counted.join(', ') : t('track.none');
  const tracked = counted.length > 0 && !on ? t('track.nowOff', { chosen }) : chosen;
  return (
    <Panel title={all('terms')}>
      <DescriptionList
        items={[
          ...of(t('apiOrderId'), order.apiOrderId),
          { label: t('price'), value: f.credits(order.price) },
          { label: t('sender'), value: t('from', { name: sender.name, address: sender.address }) },
          ...of(
            t('replyTo'),
            replyTo && (replyTo.name ? t('from', { ...replyTo, name: replyTo.name }) : replyTo.address),
          ),
          ...of(
            t('template'),
            order.templateName && t('templateOf', { name: order.templateName, n: order.templateVersion ?? 1 }),
          ),
          { label: t('track.title'), value: tracked },
          { label: all('countryCode'), value: f.country(order.countryCode) },
          ...of(all('filters'), filter),
          { label: all('customerName'), value: order.customerName },
          ...of(all('operator'), order.operator),
          { label: all('createTime'), value: f.time(order.createTime) },
          { label: all('startTime'), value: order.startTime ? f.time(order.startTime) : all('atOnce') },
          { label: all('beginTime'), value: f.time(order.beginTime) },
          { label: all('endTime'), value: f.time(order.endTime) },
          ...of(all('retryTime'), order.retryTime && f.time(order.retryTime)),
          ...(order.earlier ?? []).map((g, i) => ({
            label: all('earlier', { n: i + 1 }),
            value: all('earlierOf', {
              n: f.count(g.targets),
              charged: f.count(g.charged),
              price: f.credits(g.price),
              failed: f.count(g.failed),
            }),
          })),
          ...of(all('remark'), order.remark),
        ]}
      />
    </Panel>
  );
}
