import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useAgeText } from '@/kit/cell/Age';
import { UsedBar } from '@/kit/cell/UsedBar';
import { Tone } from '@/kit/dict/Tone';
import { useFormat } from '@/lib/format';
import type { Figures } from './figures';
import type { Level } from './health';
import css from './operation.module.css';

const MINUTE = 60;

/** Names a number of seconds in its largest units. */
export function useSpan(): (seconds: number) => string {
  const t = useTranslations('operation');
  const f = useFormat();
  const age = useAgeText();
  return (seconds) => {
    if (seconds >= MINUTE) return age(Math.floor(seconds / MINUTE));
    return seconds === 0 || seconds >= 1
      ? t('seconds', { n: f.count(Math.round(seconds)) })
      : t('milliseconds', { n: f.count(Math.max(1, Math.round(seconds * 1000))) });
  };
}

const TONES = { good: 'green', check: 'gold', bad: 'red' } as const;

/** A judgement as a word, which its colour repeats. */
export function LevelTag({ level }: { level: Level }) {
  const t = useTranslations('operation');
  return <Tone tone={TONES[level]}>{t(`level.${level}`)}</Tone>;
}

/** What stands in the place of facts that this home does not measure, or that could not be read. */
export function NotMeasured({ why }: { why: string }) {
  const t = useTranslations('operation');
  return (
    <p className={css.unmeasured}>
      {why !== t('readFailed') && <b>{t('notMeasured')}</b>}
      {why}
    </p>
  );
}

/** Why a section is missing: it could not be read now, or `why` the home does not have it. */
export function useMissing(figures: Figures): (section: string, why: string) => string {
  const t = useTranslations('operation');
  return (section, why) => (figures.failed?.includes(section) ? t('readFailed') : why);
}

/** Why there is no load: functions tell CloudWatch, processes tell each other, and on AWS those that read their metrics. */
export const whyNoLoad = ({ home, copies }: Figures) =>
  home !== 'aws' ? 'why.load' : copies?.length ? 'why.loadMetrics' : 'why.loadAws';

/** A value over the bar of its share of a limit. */
export function Bar({ value, most, children }: { value: number; most: number; children: ReactNode }) {
  return (
    <span className={css.barred}>
      {children}
      <UsedBar used={value} limit={most} />
    </span>
  );
}
