import { useTranslations } from 'next-intl';
import { Tone } from '@/kit/dict/Tone';
import { Panel } from '@/kit/page/Page';
import type { Figures } from './figures';
import { LATE, levelOf } from './health';
import css from './operation.module.css';
import { LevelTag, NotMeasured, useMissing, useSpan } from './parts';

const secondsFrom = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 1000;

/** The processes of a container platform with their heartbeats, and what one of them does for all. */
export function Copies({ figures }: { figures: Figures }) {
  const t = useTranslations('operation');
  const span = useSpan();
  const missing = useMissing(figures);
  const { copies, leases, time, home } = figures;
  if (home === 'aws' && copies?.length === 0)
    return (
      <Panel title={t('copies')}>
        <NotMeasured why={t('why.copies')} />
      </Panel>
    );
  return (
    <Panel title={t('copies')}>
      <p className={css.hint}>{t('copiesNote')}</p>
      {!copies?.length && <NotMeasured why={missing('scheduler', t('why.noCopies'))} />}
      <ul className={css.checks}>
        {(copies ?? []).map((c) => (
          <li key={c.name}>
            <span className={css.named}>
              <code>{c.name}</code>
              <small>{t('runsFor', { age: span(Math.max(0, secondsFrom(c.startTime, time))) })}</small>
            </span>
            {c.leads && <Tone tone="blue">{t('leads')}</Tone>}
            <span>{t('ago', { age: span(Math.max(0, secondsFrom(c.heartbeat, time))) })}</span>
            <LevelTag level={levelOf(secondsFrom(c.heartbeat, time), LATE.copy)} />
          </li>
        ))}
      </ul>
      <h3 className={css.sub}>{t('leases')}</h3>
      {!leases?.length && <p className={css.quiet}>{missing('leases', t('noLeases'))}</p>}
      <ul className={css.checks}>
        {(leases ?? []).map((l) => {
          const left = secondsFrom(time, l.until);
          return (
            <li key={l.name}>
              <span className={css.named}>
                <code>{l.name}</code>
                <small>{l.holder}</small>
              </span>
              <span>{left > 0 ? t('forAnother', { age: span(left) }) : t('expired')}</span>
              <LevelTag level={left > 0 ? 'good' : 'check'} />
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
