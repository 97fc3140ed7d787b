import { Input } from 'antd';
import { useTranslations } from 'next-intl';
import { usePermission } from '@/kit/access/Can';
import { formOf } from '@/kit/form/formOf';
import { DateTimeInput } from '@/kit/input/dates';
import { CountrySelect, DictSelect } from '@/kit/input/selects';
import { LovPicker } from '@/kit/lov/LovPicker';
import { type Link, type LinkValues, LONGEST } from './values';

const { Field, useWatch } = formOf<LinkValues>();

/** The fields of a link. What it leads to and its country cannot be changed. */
export function LinkFields({ row }: { row?: Link }) {
  const t = useTranslations('shuntlink');
  const above = usePermission()({ types: [1, 11] });
  const kind = useWatch('kind') ?? row?.kind;
  return (
    <>
      {!row && above && (
        <Field name="customerId" label={t('customerName')}>
          <LovPicker keyword="customer" multiple={false} label={t('customerName')} />
        </Field>
      )}
      <Field name="name" label={t('name')} required>
        <Input autoComplete="off" maxLength={LONGEST.name} showCount />
      </Field>
      {!row && (
        <>
          <Field name="kind" label={t('kind')} required>
            <DictSelect code="shunt_kind" />
          </Field>
          <Field name="countryCode" label={t('countryCode')} extra={t('countryHint')} required>
            <CountrySelect />
          </Field>
        </>
      )}
      {kind === 'number' && (
        <Field name="greeting" label={t('greeting')} extra={t('greetingHint')}>
          <Input.TextArea rows={2} maxLength={LONGEST.greeting} showCount />
        </Field>
      )}
      <Field name="expireTime" label={t('expireTime')} extra={t('expireHint')}>
        <DateTimeInput style={{ width: '100%' }} />
      </Field>
      <Field name="fallback" label={t('fallback')} extra={t('fallbackHint')}>
        <Input autoComplete="off" inputMode="url" maxLength={LONGEST.fallback} />
      </Field>
      <Field name="params" label={t('params')} extra={t('paramsHint')}>
        <Input autoComplete="off" maxLength={LONGEST.params} />
      </Field>
      <Field name="remark" label={t('remark')}>
        <Input.TextArea rows={2} maxLength={LONGEST.remark} showCount />
      </Field>
    </>
  );
}
