import type { SelectProps } from 'antd';
import { useTranslations } from 'next-intl';
import { Select } from '@/ui/Select';

/** Days that members are filtered by. */
const PERIODS = [7, 30, 90, 180, 365];

/** Returns the periods as options: the last 7 days, 30 days … */
export function usePeriods() {
  const t = useTranslations('contact');
  return PERIODS.map((n) => ({ value: n, label: t('emails.days', { n }) }));
}

/** A period before now, in days. */
export function PeriodSelect(props: Omit<SelectProps<number>, 'options'>) {
  const form = useTranslations('form');
  return <Select<number> allowClear placeholder={form('choose')} {...props} options={usePeriods()} />;
}
