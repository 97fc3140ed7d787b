import { DatePicker, Form, Input, InputNumber } from 'antd';
import type { Dayjs } from 'dayjs';
import { useTranslations } from 'next-intl';
import { LIMITS } from '@/core/constants';
import { instant } from '@/ordering/target';
import type { Values } from './wish';

/** What few orders need: a deadline, sub-orders, a remark. */
export function MoreFields({ values }: { values: Values }) {
  const t = useTranslations('order');
  const start = values.when === 'later' && values.startTime ? instant(values.startTime) : undefined;
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
  return (
    <>
      <Form.Item
        name="deadline"
        label={t('deadline')}
        extra={t('deadlineHint')}
        dependencies={['when', 'startTime']}
        rules={[between]}
      >
        <DatePicker
          showTime={{ format: 'HH:mm' }}
          format="YYYY-MM-DD HH:mm"
          showNow={false}
          aria-label={t('deadline')}
        />
      </Form.Item>
      {!values.ab?.on && (
        <Form.Item name="split" label={t('split')} extra={t('splitHint', { n: LIMITS.subOrders })}>
          <InputNumber min={1} max={LIMITS.subOrders} precision={0} style={{ width: 160 }} />
        </Form.Item>
      )}
      <Form.Item name="remark" label={t('remark')}>
        <Input maxLength={LIMITS.remark} autoComplete="off" />
      </Form.Item>
    </>
  );
}
