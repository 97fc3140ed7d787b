import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useMay } from '@/kit/access/Can';
import { useFormat } from '@/kit/format';
import { Link } from '@/router/Link';
import { usePathOf } from '@/router/usePathOf';
import type { Overview } from './overview';
import css from './welcome.module.css';

type TileProps = { label: string; value: string; note?: string | false; to?: string; share?: number };

/** One figure, what it is, and one line that explains it. A share has a bar. */
function Tile({ label, value, note, to, share }: TileProps): ReactNode {
  return (
    <div className={css.tile}>
      <span className={css.label}>{to ? <Link to={to}>{label}</Link> : label}</span>
      <b>{value}</b>
      {share === undefined ? null : (
        <span className={css.meter} aria-hidden="true">
          <i style={{ width: `${Math.min(1, share) * 100}%` }} />
        </span>
      )}
      <small>{note}</small>
    </div>
  );
}

/** Credit, running orders, and how many messages arrive and are read. */
export function Tiles({ of }: { of: Overview | undefined }) {
  const t = useTranslations('welcome');
  const f = useFormat();
  const staff = useMay()({ types: [1] });
  const statement = usePathOf('pi/statement');
  const orders = usePathOf('gc/order');
  const sent = of?.sent ?? 0;
  const rate = (v: number | undefined) => (of && sent > 0 && v !== undefined ? f.percent(v) : f.count(null));
  return (
    <section className={css.tiles} aria-label={t('overview')}>
      {staff ? (
        <Tile
          label={t('toReview')}
          value={f.count(of?.orders.review)}
          note={t('toReviewNote')}
          to={orders && `${orders}?status=1`}
        />
      ) : (
        <Tile
          label={t('available')}
          value={f.credits(of?.balance)}
          note={of && t('reservedNow', { n: f.credit(of.reserved) })}
          to={statement}
        />
      )}
      <Tile
        label={t('running')}
        value={f.count(of?.orders.running)}
        note={of && !staff && t('inReview', { n: f.count(of.orders.review) })}
        to={orders && (staff ? `${orders}?status=2,3,4` : orders)}
      />
      <Tile
        label={t('deliveryRate')}
        value={rate(of?.deliveryRate)}
        share={of?.deliveryRate ?? 0}
        note={of && t('deliveryOf', { arrived: f.count(of.arrived), sent: f.count(of.sent) })}
      />
      <Tile
        label={t('readRate')}
        value={rate(of?.readRate)}
        share={of?.readRate ?? 0}
        note={of && t('readOf', { n: f.count(of.read) })}
      />
    </section>
  );
}
