import { useTranslations } from 'next-intl';
import { useDict } from '@/kit/dict/useDict';
import { Sheet, SheetBars, SheetFacts, SheetPart, SheetTable } from '@/kit/print/Sheet';
import type { Data } from '@/lib/api/types';
import { useFormat } from '@/lib/format';
import { useByText } from './Activity';
import { useFigures } from './Figures';
import { type CommonDetail, useOrderKind, useOrderTexts } from './kind';
import { countOf } from './order';
import { useStateText } from './useStateText';

/** Colours of states: how far a target came. */
const COLOURS: Record<string, string> = {
  sent: 'var(--sent)',
  arrived: 'var(--delivered)',
  read: 'var(--read)',
  created: 'var(--read)',
  accepted: 'var(--read)',
  assigned: 'var(--read)',
  failed: 'var(--failed)',
};

type OrderReasons = NonNullable<Data<'get', '/gc/groupsendorder/{id}/stat'>['reasons']>;
type Props = { order: CommonDetail; reasons: OrderReasons; message?: string };

/** The report of an order on paper: what was ordered, how far it came, why some failed, and what happened when. */
export function Report({ order, reasons, message }: Props) {
  const t = useTranslations('order');
  const tc = useTranslations('common');
  const own = useOrderTexts();
  const f = useFormat();
  const kind = useOrderKind();
  const stateText = useStateText();
  const statuses = useDict(kind.statuses);
  const byText = useByText();
  const events = order.events ?? [];
  return (
    <Sheet kind={t('report.title')} title={order.name || order.orderNo} note={order.orderNo}>
      <SheetFacts
        strip
        items={useFigures(order).map((x) => ({
          label: x.label,
          value: (
            <>
              {x.value} {x.note && <small>{x.note}</small>}
            </>
          ),
        }))}
      />
      <SheetFacts
        items={[
          { label: tc('customerName'), value: order.customerName },
          { label: tc('status'), value: statuses.find(String(order.status))?.name ?? '–' },
          { label: t('countryCode'), value: f.country(order.countryCode) },
          { label: tc('createTime'), value: f.time(order.createTime) },
          { label: t('report.start'), value: order.startTime ? f.time(order.startTime) : t('atOnce') },
          { label: t('actualCost'), value: order.settled ? f.credits(order.actualCost) : t('notSettled') },
        ]}
      />
      <SheetPart title={own('delivery')}>
        <SheetBars
          whole={order.total}
          bars={kind.order
            .filter((s) => countOf(order, s) > 0)
            .map((s) => ({ key: s, label: stateText(s), value: countOf(order, s), colour: COLOURS[s] }))}
        />
      </SheetPart>
      {message && (
        <SheetPart title={t('message')}>
          <p style={{ whiteSpace: 'pre-wrap' }}>{message}</p>
        </SheetPart>
      )}
      {reasons.length > 0 && (
        <SheetPart title={t('failures')}>
          <SheetTable
            rows={reasons}
            rowKey={(r) => r.key}
            columns={[
              { key: 'reason', title: tc('reason'), of: (r) => r.reason },
              { key: 'advice', title: t('report.advice'), of: (r) => r.advice },
              { key: 'count', title: own('total'), end: true, of: (r) => f.count(r.count) },
            ]}
          />
        </SheetPart>
      )}
      {events.length > 0 && (
        <SheetPart title={t('activity.title')}>
          <SheetTable
            rows={events}
            rowKey={(e) => `${e.time} ${e.what}`}
            columns={[
              { key: 'time', title: t('report.time'), of: (e) => f.time(e.time) },
              { key: 'what', title: t('report.what'), of: (e) => t(`activity.${e.what}`) },
              { key: 'by', title: t('report.by'), of: byText },
              { key: 'why', title: t('report.why'), of: (e) => e.reason ?? '' },
            ]}
          />
        </SheetPart>
      )}
    </Sheet>
  );
}
