import type { ReactNode } from 'react';
import { FeatureSlot } from '@/kit/slots/FeatureSlot';
import { Buyers } from './Buyers';
import { ByDay } from './ByDay';
import { Countries } from './Countries';
import { Customers } from './Customers';
import { LastOrders } from './LastOrders';
import { type Overview, usePromotes, useRunning, useSellsLeads, useWaiting, useWork } from './overview';
import { Queues, useQueues } from './Queues';
import { Revenue } from './Revenue';
import { Running } from './Running';
import { Waiting } from './Waiting';
import css from './welcome.module.css';

type Props = { overview: Overview | undefined; loading: boolean; extra: ReactNode };

/** The first page of staff: queues and figures by permission; an admin sees the whole platform. */
export function Desk({ overview, loading, extra }: Props) {
  const { reviews, books, sells } = useWork();
  const leads = useSellsLeads();
  const promotes = usePromotes();
  const messages = reviews || sells || !books;
  // The first panel's height is known with its rows. Until then everything that it would push down stays hidden.
  const { allowed, list } = useWaiting();
  const running = useRunning();
  const queues = useQueues(overview, loading);
  const waits = (reviews && allowed && list.isPending) || (running.allowed && running.list.isPending);
  return (
    <>
      <div className={css.desk} data-waits={waits}>
        {reviews && <Waiting />}
        <Running />
        {leads && !reviews && (
          <div className={css.late}>
            <FeatureSlot slot="salesHome" />
          </div>
        )}
        {promotes && (
          <div className={css.late}>
            <FeatureSlot slot="promoterHome" />
          </div>
        )}
        {books && <Revenue overview={overview} loading={loading} extra={extra} />}
        {books && !messages && <Buyers which="top" />}
        {sells && !books && <Buyers which="silent" />}
        {messages && <ByDay overview={overview} loading={loading} extra={books ? undefined : extra} />}
        {messages && <LastOrders />}
        {leads && reviews && <FeatureSlot slot="salesHome" />}
      </div>
      <div className={css.beside} data-waits={waits} data-pending={queues.pending}>
        <Queues items={queues.items} />
        {messages && (sells || books) && <Buyers which="top" />}
        {sells && books && <Buyers which="silent" />}
        {(sells || books) && <Customers />}
        {messages && <Countries overview={overview} />}
      </div>
    </>
  );
}
