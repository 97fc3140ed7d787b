import { Form, Segmented } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useTranslations } from 'next-intl';
import { DateTimeInput } from '@/kit/input/dates';
import { useLimit } from '@/kit/useLimit';
import { nowAtEight } from '@/lib/format';
import { useHours, type Window } from './hours';
import { BULK, useOrderKind, useOrderTexts } from './kind';
import { RecipientTime } from './RecipientTime';
import { instant } from './target';

const upTo = (n: number) => Array.from({ length: Math.max(0, n) }, (_, i) => i);

/** Hours and minutes of a day that have passed at +08:00. */
function passed(day: Dayjs | null) {
  const now = dayjs(nowAtEight());
  if (!day?.isSame(now, 'day')) return {};
  return {
    disabledHours: () => upTo(now.hour()),
    disabledMinutes: (hour: number) => (hour === now.hour() ? upTo(now.minute() + 1) : []),
  };
}

type Props = {
  later: boolean;
  window?: Window;
  /** The country of the recipients, whose clocks are shown beside a time. */
  country?: string;
};

/** Fields of the start: immediately, or at a time at +08:00 within the next days (decisions §12). */
export function StartFields({ later, window: hours, country }: Props) {
  const t = useTranslations('order');
  const own = useOrderTexts();
  const { told } = useHours();
  const at = Form.useWatch<Dayjs | undefined>('startTime', Form.useFormInstance());
  const bulk = useOrderKind().base === BULK.base;
  const days = useLimit(bulk ? 'order.appointment.days' : 'order.appointment.far.days');
  const options = (['now', 'later'] as const).map((value) => ({ value, label: own(`when.${value}`) }));
  const outside = (day: Dayjs) => {
    const today = dayjs(nowAtEight()).startOf('day');
    return day.isBefore(today) || day.isAfter(today.add(days, 'day').endOf('day'));
  };
  const window = {
    validator: (_: unknown, at?: Dayjs) => {
      const now = dayjs(nowAtEight());
      if (at?.isBefore(now)) return Promise.reject(new Error(t('timePast')));
      if (at?.isAfter(now.add(days, 'day'))) return Promise.reject(new Error(t('timeFar', { days })));
      return Promise.resolve();
    },
  };
  return (
    <>
      <Form.Item name="when" label={t('startTime')} required extra={hours && told(hours)}>
        <Segmented options={options} />
      </Form.Item>
      {later && (
        <Form.Item
          name="startTime"
          extra={own('startHint', { days })}
          rules={[{ required: true, message: t('missing', { field: t('startTime') }) }, window]}
        >
          <DateTimeInput showNow={false} disabledDate={outside} disabledTime={passed} aria-label={t('startTime')} />
        </Form.Item>
      )}
      {later && at && <RecipientTime at={instant(at)} country={country} />}
    </>
  );
}
