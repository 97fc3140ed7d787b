import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { useTranslations } from 'next-intl';
import { Time } from '@/kit/cell/cells';
import { Tone } from '@/kit/dict/Tone';
import { ErrorAlert } from '@/kit/page/ErrorAlert';
import { Panel } from '@/kit/page/Page';
import { get } from '@/lib/api/query';
import { POLL } from '@/lib/constants';
import { DayStrip, Legend } from './DayStrip';
import { Incidents } from './Incidents';
import { type Service, STATUS, type StatusPage, sorted, TONES } from './status';
import css from './status.module.css';

/** The state of the whole, of each service with its days, and what staff announce. */
export function StatusView({ staff = false }: { staff?: boolean }) {
  const { data, error, refetch } = useQuery({ ...get(STATUS), refetchInterval: POLL.slow });
  if (!data && !error) return <Skeleton active paragraph={{ rows: 10 }} />;
  const groups = data && sorted(data.incidents ?? [], Date.now());
  return (
    <>
      <ErrorAlert error={error} onRetry={refetch} className={css.alert} />
      {data && groups && (
        <>
          {/* What was read before says nothing of now. */}
          <Headline status={error ? { ...data, state: 'unknown' } : data} />
          <Incidents kind="active" all={groups.active} services={data.services ?? []} staff={staff} />
          <Incidents kind="planned" all={groups.planned} services={data.services ?? []} staff={staff} />
          <Services all={data.services ?? []} />
          <Incidents kind="past" all={groups.past} services={data.services ?? []} staff={staff} />
        </>
      )}
    </>
  );
}

function Headline({ status }: { status: StatusPage }) {
  const t = useTranslations('servicestatus');
  return (
    <section className={css.headline} data-state={status.state} aria-label={t('overall')}>
      <h2 role="status">{t(`headline.${status.state}`)}</h2>
      <p>
        {status.checkedTime ? (
          <>
            {t('checked')} <Time value={status.checkedTime} />
          </>
        ) : (
          t('notChecked')
        )}
      </p>
    </section>
  );
}

function Services({ all }: { all: Service[] }) {
  const t = useTranslations('servicestatus');
  return (
    <Panel title={t('services')}>
      <ul className={css.services}>
        {all.map((s) => (
          <li key={s.service} data-testid={`status-${s.service}`}>
            <div className={css.service}>
              <h3>{s.name}</h3>
              <Tone tone={TONES[s.state]}>{s.text}</Tone>
            </div>
            <DayStrip name={s.name} days={s.days ?? []} />
          </li>
        ))}
      </ul>
      <Legend />
    </Panel>
  );
}
