import { Form, InputNumber, Segmented } from 'antd';
import { useTranslations } from 'next-intl';
import { LIMITS } from '@/core/constants';
import { DeadlineField } from '@/ordering/DeadlineField';
import type { Values } from './wish';

const KINDS = ['none', 'deadline', 'hours'] as const;

/** How long an order may go on calling: until everybody was called, until a time, or for some hours. */
export function ExpiryFields({ values }: { values: Values }) {
  const t = useTranslations('call');
  const { expiryType, when, startTime } = values;
  return (
    <>
      <Form.Item name="expiryType" label={t('expiryType')} required>
        <Segmented options={KINDS.map((value) => ({ value, label: t(`expiries.${value}`) }))} />
      </Form.Item>
      {expiryType === 'deadline' && <DeadlineField when={when} startTime={startTime} required />}
      {expiryType === 'hours' && (
        <Form.Item
          name="hours"
          label={t('hours')}
          extra={t('hoursHint')}
          rules={[{ required: true, message: t('missing', { field: t('hours') }) }]}
        >
          <InputNumber min={1} max={LIMITS.deadlineDays * 24} precision={0} style={{ width: 160 }} />
        </Form.Item>
      )}
    </>
  );
}
