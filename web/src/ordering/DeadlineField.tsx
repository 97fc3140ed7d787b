import { Form } from 'antd';
import type { Dayjs } from 'dayjs';
import { useTranslations } from 'next-intl';
import { DateTimeInput } from '@/kit/input/dates';
import { LIMITS } from '@/lib/constants';
import { useOrderTexts } from './kind';
import { instant } from './target';

type Props = {
  when?: 'now' | 'later';
  startTime?: Dayjs;
  required?: boolean;
  /** Field name and label, where they are not those of the order's deadline. */
  name?: string;
  label?: string;
};

/** Field of an order's deadline: after its start, and within a limit of days. */
export function DeadlineField({ when, startTime, required = false, name = 'deadline', ...given }: Props) {
  const t = useTranslations('order');
  const label = given.label ?? t('deadline');
  const own = useOrderTexts();
  const start = when === 'later' && startTime ? instant(startTime) : undefined;
  const between = {
    validator: (_: unknown, at?: Dayjs) => {
      if (!at) return Promise.resolve();
      const begin = start ? new Date(start) : new Date();
      const days = (new Date(instant(at)).getTime() - begin.getTime()) / 86_400_000;
      if (days <= 0) return Promise.reject(new Error(t('deadlinePast')));
      if (days > LIMITS.deadlineDays) return Promise.reject(new Error(t('deadlineFar', { days: LIMITS.deadlineDays })));
      return Promise.resolve();
    },
  };
  const needed = required ? [{ required, message: t('missing', { field: label }) }] : [];
  return (
    <Form.Item
      name={name}
      label={label}
      extra={own('deadlineHint')}
      dependencies={['when', 'startTime']}
      rules={[...needed, between]}
    >
      <DateTimeInput showNow={false} aria-label={label} />
    </Form.Item>
  );
}
