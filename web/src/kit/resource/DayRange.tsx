import dayjs from 'dayjs';
import { useTranslations } from 'next-intl';
import { DaysInput } from '@/kit/input/dates';
import { DAY_PRESETS, daysOf } from '@/lib/dayPresets';
import css from './resource.module.css';

type Props = {
  label: string;
  /** Days, yyyy-mm-dd. */
  start: string | undefined;
  end: string | undefined;
  /** The user waits for it: it takes the focus, or also opens. */
  wanted?: 'focus' | 'open';
  onChange: (start: string, end: string) => void;
};

const DAY = 'YYYY-MM-DD';
const read = (day: string | undefined) => (day && dayjs(day).isValid() ? dayjs(day) : null);

/** From one day to another; each side may stay open. */
export default function DayRange({ label, start, end, wanted, onChange }: Props) {
  const t = useTranslations('table');
  return (
    <DaysInput
      className={css.days}
      autoFocus={wanted !== undefined}
      defaultOpen={wanted === 'open'}
      aria-label={label}
      placeholder={[`${label} ${t('from')}`, t('until')]}
      allowEmpty={[true, true]}
      presets={DAY_PRESETS.map((preset) => ({ label: t(preset), value: () => daysOf(preset) }))}
      value={[read(start), read(end)]}
      onChange={(range) => onChange(range?.[0]?.format(DAY) ?? '', range?.[1]?.format(DAY) ?? '')}
    />
  );
}
