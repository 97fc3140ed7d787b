import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { usePermission } from '@/kit/access/Can';
import { useFormat } from '@/lib/format';
import { usePathOf } from '@/lib/router/usePathOf';
import { LowBalance } from './LowBalance';
import { type Overview, useNewCustomers, useRunning, useWork } from './overview';
import { Tile } from './Tile';
import { daysLeft } from './trend';
import css from './welcome.module.css';

type Props = { overview: Overview | undefined; days: string };

/** The figures that matter first: queues for staff, customers for an agent, credit for a customer; and delivery for all. */
export function Tiles({ overview, days }: Props) {
  const may = usePermission();
  const staff = may({ types: [1] });
  return (
    <Section>
      {staff ? (
        <StaffTiles overview={overview} days={days} />
      ) : (
        <OwnTiles overview={overview} days={days} agent={may({ types: [11] })} />
      )}
      <Rates overview={overview} staff={staff} />
    </Section>
  );
}

function Section({ children }: { children: ReactNode }) {
  const t = useTranslations('welcome');
  return (
    <section className={css.tiles} aria-label={t('overview')}>
      {children}
    </section>
  );
}

function StaffTiles({ overview, days }: Props) {
  const t = useTranslations('welcome');
  const tt = useTranslations('table');
  const f = useFormat();
  const orders = usePathOf('gc/order');
  const bulk = useRunningBulk(orders);
  const { reviews, books, sells } = useWork();
  const earned = (d: { services: readonly { amount: number }[] | null }) =>
    (d.services ?? []).reduce((sum, s) => sum + Math.round(s.amount * 100), 0) / 100;
  const today = overview?.days?.at(-1);
  const cents = (overview?.days ?? []).reduce((sum, d) => sum + Math.round(earned(d) * 100), 0);
  return (
    <>
      {reviews && (
        <Tile
          label={t('toReview')}
          value={overview && f.count(overview?.orders.review)}
          note={t('toReviewNote')}
          to={orders && `${orders}?status=1&sort=createTime`}
        />
      )}
      {sells && !reviews && <CustomersTile />}
      <Tile
        label={t('running')}
        value={overview && f.count(overview?.orders.running)}
        note={t('runningNote')}
        to={bulk ? `${orders}?status=2,3,4` : undefined}
      />
      {(books || sells) && (
        <Tile
          label={t('chargedToday')}
          value={overview && f.credit(today && earned(today))}
          unit={tt('unit')}
          note={
            overview &&
            [
              t('yesterdayWas', { n: f.credit(earned(overview.days?.at(-2) ?? { services: null })) }),
              t('chargedNote', { n: f.credits(cents / 100), days }),
            ].join(' · ')
          }
          trend={overview?.days?.map(earned)}
        />
      )}
    </>
  );
}

/** Whether a list has the running orders that the figure counts, or only those of other kinds run. */
function useRunningBulk(path: string | undefined): boolean {
  const { list } = useRunning();
  return path !== undefined && (list.data?.total ?? 0) > 0;
}

/** A balance that lasts fewer days is marked. */
const FEW_DAYS = 3;

function OwnTiles({ overview, days, agent }: Props & { agent: boolean }) {
  const t = useTranslations('welcome');
  const tt = useTranslations('table');
  const f = useFormat();
  const statement = usePathOf('pi/statement');
  const orders = usePathOf('gc/order');
  const bulk = useRunningBulk(orders);
  const left =
    overview &&
    daysLeft(
      overview.balance,
      (overview.days ?? []).map((d) => d.ownCost),
    );
  return (
    <>
      <Tile
        label={t('available')}
        value={overview && f.credit(overview?.balance)}
        unit={tt('unit')}
        note={
          overview &&
          [t('reservedNow', { n: f.credits(overview.reserved) }), left !== undefined && t('daysLeft', { n: left })]
            .filter(Boolean)
            .join(' · ')
        }
        warn={left !== undefined && left < FEW_DAYS}
        action={<LowBalance />}
        to={statement}
      />
      <Tile
        label={t('deliveredToday')}
        value={overview && f.count(overview?.days?.at(-1)?.arrived)}
        note={
          overview &&
          [
            t('yesterdayWas', { n: f.count(overview.days?.at(-2)?.arrived ?? 0) }),
            t('deliveredNote', { n: f.count(overview.arrived), days }),
          ].join(' · ')
        }
        trend={overview?.days?.map((d) => d.arrived)}
      />
      {agent && <CustomersTile />}
      <Tile
        label={t('running')}
        value={overview && f.count(overview?.orders.running)}
        note={overview && t('inReview', { n: f.count(overview.orders.review) })}
        to={bulk ? `${orders}?status=2,3,4` : undefined}
      />
    </>
  );
}

function CustomersTile() {
  const t = useTranslations('welcome');
  const f = useFormat();
  const path = usePathOf('aty/customer');
  const { allowed, total, fresh } = useNewCustomers();
  if (!allowed) return null;
  return (
    <Tile
      label={t('customers')}
      value={total === undefined ? undefined : f.count(total)}
      note={t('customersNote', { n: fresh })}
      to={path}
    />
  );
}

function Rates({ overview, staff }: { overview: Overview | undefined; staff: boolean }) {
  const t = useTranslations('welcome');
  const tt = useTranslations('table');
  const f = useFormat();
  const agent = usePermission()({ types: [11] });
  const sent = overview?.sent ?? 0;
  const rate = (v: number | undefined) => overview && (sent > 0 && v !== undefined ? f.percent(v) : f.count(null));
  const counts =
    overview && tt('deliveryOf', { delivered: f.count(overview.arrived), called: f.count(overview.called) });
  return (
    <>
      <Tile
        label={tt('deliveryRate')}
        hint={tt('deliveryRateNote')}
        value={overview && (overview.called > 0 ? f.percent(overview.deliveryRate) : f.count(null))}
        share={overview?.deliveryRate ?? 0}
        note={staff ? overview && t('failedNote', { n: overview.failed }) : counts}
      />
      {!staff && !agent && (
        <Tile
          label={t('readRate')}
          value={rate(overview?.readRate)}
          share={overview?.readRate ?? 0}
          note={overview && t('readOf', { n: f.count(overview.read) })}
        />
      )}
    </>
  );
}
