import dayjs from 'dayjs';
import { useTranslations } from 'next-intl';
import { useRef } from 'react';
import { DaysInput } from '@/kit/input/dates';
import { DAY_PRESETS, type DayPreset, dayOf, daysOf } from '@/lib/dayPresets';
import css from './resource.module.css';

type Props = {
  label: string;
  /** Days, yyyy-mm-dd, or the name of a preset in both. */
  start: string | undefined;
  end: string | undefined;
  /** The user waits for it: it takes the focus, or also opens. */
  wanted?: 'focus' | 'open';
  onChange: (start: string, end: string) => void;
};

const DAY = 'YYYY-MM-DD';
const read = (day: string | undefined, end: boolean) => {
  const found = day ? dayjs(dayOf(day, end)) : undefined;
  return found?.isValid() ? found : null;
};

/** From one day to another; each side may stay open. */
export default function DayRange({ label, start, end, wanted, onChange }: Props) {
  const t = useTranslations('table');
  // The picker says which days were chosen, not by which preset: it asks a preset for its days when that is pointed at or pressed.
  const asked = useRef<DayPreset>(undefined);
  const choose = (from: string, to: string) => {
    const preset = asked.current;
    const days = preset && daysOf(preset);
    if (days && days[0] === from && days[1] === to) onChange(preset, preset);
    else onChange(from, to);
  };
  return (
    <DaysInput
      className={css.days}
      autoFocus={wanted !== undefined}
      defaultOpen={wanted === 'open'}
      aria-label={label}
      placeholder={[`${label} ${t('from')}`, t('until')]}
      allowEmpty={[true, true]}
      presets={DAY_PRESETS.map((preset) => ({
        label: t(preset),
        value: () => {
          asked.current = preset;
          const [from, to] = daysOf(preset);
          return [dayjs(from), dayjs(to)];
        },
      }))}
      value={[read(start, false), read(end, true)]}
      onChange={(range) => choose(range?.[0]?.format(DAY) ?? '', range?.[1]?.format(DAY) ?? '')}
    />
  );
}
