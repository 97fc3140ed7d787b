import { DatePicker, type DatePickerProps } from 'antd';
import type { RangePickerProps } from 'antd/es/date-picker';
import type { Dayjs } from 'dayjs';
import { useLocale } from 'next-intl';

const DAY = 'YYYY-MM-DD';
/** Input formats of days in each language, besides the display format. A day without a year is refused. */
const TYPED: Record<string, string[]> = {
  'zh-CN': ['YYYY/M/D', 'YYYY.M.D', 'YYYY年M月D日'],
  'zh-TW': ['YYYY/M/D', 'YYYY.M.D', 'YYYY年M月D日'],
  'en-US': ['YYYY/M/D', 'M/D/YYYY'],
  'pt-BR': ['YYYY/M/D', 'D/M/YYYY', 'D-M-YYYY', 'D.M.YYYY'],
};

function useDays(): string[] {
  return [DAY, 'YYYY-M-D', ...(TYPED[useLocale()] ?? [])];
}

type InputProps = DatePickerProps<Dayjs, false>;
type Props = Omit<InputProps, 'format' | 'showTime' | 'needConfirm' | 'picker' | 'mode'>;

/** A day with a time of day. What was picked or typed stays when the field is left. */
export function DateTimeInput(props: Props) {
  const days = useDays();
  const format = [...days.map((d) => `${d} HH:mm`), ...days.map((d) => `${d} H:mm`)];
  return <DatePicker {...(props as InputProps)} showTime={{ format: 'HH:mm' }} format={format} needConfirm={false} />;
}

/** A month. */
export function MonthInput(props: Props) {
  return (
    <DatePicker
      {...(props as InputProps)}
      picker="month"
      format={['YYYY-MM', 'YYYY/M', 'YYYY-M', 'M/YYYY']}
      needConfirm={false}
    />
  );
}

/** From one day to another. */
export function DaysInput(props: Omit<RangePickerProps, 'format' | 'showTime' | 'needConfirm' | 'picker'>) {
  return <DatePicker.RangePicker {...(props as RangePickerProps)} format={useDays()} needConfirm={false} />;
}
