import { DatePicker, Form } from 'antd';
import type { Dayjs } from 'dayjs';
import { useTranslations } from 'next-intl';
import { LIMITS } from '@/core/constants';
import { useWords } from './kind';
import { instant } from './target';

type Props = { when?: 'now' | 'later'; startTime?: Dayjs; required?: boolean };

/** Until when an order may work; after its start, and within days of it. */
export function DeadlineField({ when, startTime, required = false }: Props) {
  const t = useTranslations('order');
  const own = useWords();
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
  const needed = required ? [{ required, message: t('missing', { field: t('deadline') }) }] : [];
  return (
    <Form.Item
      name="deadline"
      label={t('deadline')}
      extra={own('deadlineHint')}
      dependencies={['when', 'startTime']}
      rules={[...needed, between]}
    >
      <DatePicker showTime={{ format: 'HH:mm' }} format="YYYY-MM-DD HH:mm" showNow={false} aria-label={t('deadline')} />
    </Form.Item>
  );
}
