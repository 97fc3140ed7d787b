import { useQueries, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { usePermission } from '@/kit/access/Can';
import { Tone } from '@/kit/dict/Tone';
import { get } from '@/lib/api/query';
import { useFormat } from '@/lib/format';
import { useSearch } from '@/lib/router/navigate';
import { BULK, CALL, EMAIL, endpoint, GROUPS, permission } from '@/ordering/kind';
import { Link } from '@/ui/Link';
import { alertOf, CUSTOMER_DAYS, type CustomerDetail } from './customer';
import css from './overview.module.css';

const COUNTED = [BULK, GROUPS, CALL, EMAIL];
/** States of orders that reserve credit: in review, waiting, sending, paused, settling. */
const OPEN = '1,2,3,4,7';

/** Orders of a customer that have not ended, of all kinds that the caller may see; undefined until all are known. */
function useOpenOrders(id: string) {
  const may = usePermission();
  const kinds = COUNTED.filter((k) => may({ permission: permission(k, 'page') }));
  const found = useQueries({
    queries: kinds.map((k) =>
      get(endpoint(k, '/page'), { query: { customerId: id, status: OPEN, current: 1, size: 1 } }),
    ),
  });
  const known = found.every((q) => q.data);
  return {
    allowed: kinds.length > 0,
    n: known ? found.reduce((sum, q) => sum + (q.data?.total ?? 0), 0) : undefined,
  };
}

type Props = { id: string; customer: CustomerDetail | undefined };

/** The figures that matter first: what the customer has, what it spends, and how many orders are open. */
export function KeyFigures({ id, customer: c }: Props) {
  const t = useTranslations('customer');
  const tt = useTranslations('table');
  const f = useFormat();
  const { href } = useSearch();
  const sending = usePermission()({ permission: 'dmp:sending:page' });
  const days = useQuery({ ...get(CUSTOMER_DAYS, { path: { id }, query: { days: '30' } }), enabled: sending }).data;
  const open = useOpenOrders(id);
  const alert = c && alertOf(c);
  return (
    <dl className={css.strip} aria-label={t('keyFigures')}>
      <Figure
        name="balance"
        label={f.inCredits(t('credit'))}
        value={c && f.credit(c.balance)}
        warn={alert === 'belowAlert'}
        note={c && alert && t(alert, { amount: f.credit(c.alertBelow) })}
      />
      <Figure
        name="reserved"
        label={f.inCredits(t('reserved'))}
        value={c && f.credit(c.reserved)}
        note={c && (c.frozen ? <Tone tone="red">{t('frozen')}</Tone> : t('reservedNote'))}
      />
      {sending && (
        <>
          <Figure
            name="spent"
            label={t('spent30')}
            value={days && f.credit(days.total.cost)}
            unit={tt('unit')}
            note={days && t('ordersOf', { n: days.total.orders })}
          />
          <Figure
            name="sent"
            label={t('sent30')}
            value={days && f.count(days.total.sent)}
            note={
              days &&
              (days.total.called > 0
                ? t('deliveredShare', { share: f.percent(days.total.deliveryRate) })
                : t('noneSent'))
            }
          />
        </>
      )}
      {open.allowed && (
        <Figure
          name="open"
          label={t('openOrders')}
          value={open.n === undefined ? undefined : f.count(open.n)}
          note={<Link to={href({ c_tab: 'orders' })}>{t('allOrders')}</Link>}
        />
      )}
    </dl>
  );
}

type FigureProps = {
  name: string;
  label: string;
  value: string | undefined;
  unit?: string;
  note: ReactNode;
  warn?: boolean;
};

function Figure({ name, label, value, unit, note, warn }: FigureProps) {
  return (
    <div data-figure={name}>
      <dt>{label}</dt>
      <dd>
        {value ?? <span className={css.wait} />} {value && unit && <small>{unit}</small>}
      </dd>
      <dd className={css.under} data-warn={warn}>
        {note}
      </dd>
    </div>
  );
}
