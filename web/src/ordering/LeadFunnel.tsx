import { Segmented } from 'antd';
import { useTranslations } from 'next-intl';
import { dayAtEight, useFormat } from '@/lib/format';
import css from './insight.module.css';

const STEPS = { visitors: 'targets', leads: 'sent', qualified: 'arrived', customers: 'replied' } as const;
type Counts = Record<keyof typeof STEPS, number>;
const KEYS = Object.keys(STEPS) as (keyof Counts)[];

/** How many visitors became leads, qualified leads and customers, each with its share of the step above. */
export function LeadFunnel({ counts }: { counts: Counts }) {
  const t = useTranslations('leadfunnel');
  const f = useFormat();
  const whole = Math.max(1, ...KEYS.map((k) => counts[k]));
  return (
    <ol className={css.funnel} aria-label={t('title')}>
      {KEYS.map((key, i) => {
        const above = KEYS[i - 1];
        const of = above ? counts[above] : 0;
        return (
          <li key={key} data-testid={`leadfunnel-${key}`}>
            <span>{t(key)}</span>
            <i aria-hidden="true">
              <u data-step={STEPS[key]} style={{ width: `${(counts[key] / whole) * 100}%` }} />
            </i>
            <b>{f.count(counts[key])}</b>
            <small>{of > 0 && counts[key] <= of ? f.percent(counts[key] / of) : ''}</small>
          </li>
        );
      })}
    </ol>
  );
}

const PERIODS = ['7', '30', '90'] as const;
export type Period = (typeof PERIODS)[number];
const DAY = 86_400_000;

/** The first day at +08:00 of a period that ends today. */
export const daysBack = (days: Period) => dayAtEight(new Date(Date.now() - (Number(days) - 1) * DAY));

/** Chooses the days of a funnel. */
export function PeriodChoice({ value, onChange }: { value: Period; onChange: (days: Period) => void }) {
  const t = useTranslations('leadfunnel');
  return (
    <Segmented
      aria-label={t('period')}
      value={value}
      onChange={onChange}
      options={PERIODS.map((days) => ({ value: days, label: t('days', { n: days }) }))}
    />
  );
}
