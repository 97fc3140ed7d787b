import { Form, Segmented } from 'antd';
import { useTranslations } from 'next-intl';
import { formOf } from '@/kit/form/formOf';
import { LIMITS } from '@/lib/constants';
import { DeadlineField } from '@/ordering/DeadlineField';
import type { CallOrderValues } from './request';

const { NumberField } = formOf<CallOrderValues>();

const EXPIRY_KINDS = ['none', 'deadline', 'hours'] as const;

/** Fields for the end of an order: when all targets were called, at a time, or after some hours. */
export function ExpiryFields({ values }: { values: CallOrderValues }) {
  const t = useTranslations('call');
  const { expiryType, when, startTime } = values;
  return (
    <>
      <Form.Item name="expiryType" label={t('expiryType')} required>
        <Segmented options={EXPIRY_KINDS.map((value) => ({ value, label: t(`expiries.${value}`) }))} />
      </Form.Item>
      {expiryType === 'deadline' && <DeadlineField when={when} startTime={startTime} required />}
      {expiryType === 'hours' && (
        <NumberField
          name="hours"
          label={t('hours')}
          extra={t('hoursHint')}
          required
          missing={t('missing', { field: t('hours') })}
          min={1}
          max={LIMITS.deadlineDays * 24}
          input={{ style: { width: 160 } }}
        />
      )}
    </>
  );
}
