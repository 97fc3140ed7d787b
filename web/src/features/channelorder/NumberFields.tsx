import { Form, Input } from 'antd';
import { useTranslations } from 'next-intl';
import { formOf } from '@/kit/form/formOf';
import { CountrySelect, DictSelect } from '@/kit/input/selects';
import { useLimit } from '@/kit/useLimit';
import { PayerField, PayerKept } from '@/ordering/PayerField';
import { AdminSelect } from './AdminSelect';
import type { ChannelValues } from './request';

const { Field, NumberField } = formOf<ChannelValues>();

const LONGEST = { batch: 40, segment: 15 };

/** What numbers are ordered, and how they are picked. */
export function NumberFields({ values, fixed }: { values: ChannelValues; fixed: boolean }) {
  const t = useTranslations('channelorder');
  const most = useLimit('channel.amount.max');
  const admins = useLimit('channel.admins.max');
  const stars = useLimit('segment.stars.template');
  return (
    <>
      {fixed ? <PayerKept /> : <PayerField />}
      <Field name="countryCode" label={t('countryCode')} required>
        <CountrySelect />
      </Field>
      {(['type', 'quality', 'age', 'pick'] as const).map((name) => (
        <Field key={name} name={name} label={t(name)} required>
          <DictSelect code={`resource_${name}`} />
        </Field>
      ))}
      {values.pick === 'segment' && (
        <Field name="segment" label={t('segment')} extra={t('segmentHint', { n: stars })} required>
          <Input maxLength={LONGEST.segment} autoComplete="off" inputMode="tel" />
        </Field>
      )}
      <NumberField name="amount" label={t('amount')} extra={t('amountHint', { n: most })} required min={1} max={most} />
      <Field name="batchNo" label={t('batchNo')} extra={t('batchHint')}>
        <Input maxLength={LONGEST.batch} autoComplete="off" />
      </Field>
      <Form.Item name="admins" label={t('admins')}>
        <AdminSelect owner={values.userId} most={admins} />
      </Form.Item>
    </>
  );
}
