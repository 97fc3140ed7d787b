import { useTranslations } from 'next-intl';
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { countDays, type Day, STATES } from './status';
import css from './status.module.css';

/** Days by which a key moves. */
const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, PageUp: -7, PageDown: 7, Home: -1000, End: 1000 };

/**
 * The days of a service as a strip of bars. A day under the pointer, or reached by the arrow keys, is named below; a screen reader
 * reads it as the value of a slider.
 */
export function DayStrip({ name, days }: { name: string; days: Day[] }) {
  const t = useTranslations('servicestatus');
  const [at, setAt] = useState<number>();
  const last = days.length - 1;
  if (last < 0) return null;
  const shown = days[at ?? last] as Day;
  const nameOf = (d: Day) => t('dayIs', { date: d.date, state: t(`states.${d.state}`) });
  const press = (e: KeyboardEvent) => {
    const step = STEPS[e.key];
    if (step === undefined) return;
    e.preventDefault();
    setAt(Math.min(last, Math.max(0, (at ?? last) + step)));
  };
  const point = (e: PointerEvent<HTMLElement>) => {
    const { left, width } = e.currentTarget.getBoundingClientRect();
    setAt(Math.min(last, Math.max(0, Math.floor(((e.clientX - left) / width) * days.length))));
  };
  return (
    <>
      <div
        className={css.strip}
        role="slider"
        tabIndex={0}
        aria-label={t('history', { name })}
        aria-valuemin={1}
        aria-valuemax={days.length}
        aria-valuenow={(at ?? last) + 1}
        aria-valuetext={nameOf(shown)}
        onKeyDown={press}
        onFocus={(e) => e.target.matches(':focus-visible') && setAt(at ?? last)}
        onBlur={() => setAt(undefined)}
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={(e) => e.pointerType !== 'touch' && setAt(undefined)}
      >
        {days.map((d, i) => (
          <i key={d.date} data-state={d.state} data-at={i === at} />
        ))}
      </div>
      <p className={css.day}>
        <span>{t('daysAgo', { n: days.length })}</span>
        <b>{at === undefined ? t('summary', countDays(days)) : nameOf(shown)}</b>
        <span>{t('today')}</span>
      </p>
    </>
  );
}

/** What the colours and patterns of the days mean. */
export function Legend() {
  const t = useTranslations('servicestatus');
  return (
    <ul className={css.legend} aria-label={t('legend')}>
      {STATES.map((state) => (
        <li key={state}>
          <i data-state={state} aria-hidden="true" />
          {t(`states.${state}`)}
        </li>
      ))}
    </ul>
  );
}
