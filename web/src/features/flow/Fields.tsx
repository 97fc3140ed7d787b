import { Alert, Form, Input } from 'antd';
import { useTranslations } from 'next-intl';
import { useDict } from '@/kit/dict/useDict';
import { formOf } from '@/kit/form/formOf';
import { LovPicker } from '@/kit/lov/LovPicker';
import { cents } from '@/kit/pay/amount';
import { BalanceChange } from '@/kit/pay/BalanceChange';
import { joined, useStaffLimit } from '@/kit/pay/staffLimits';
import { Select } from '@/ui/Select';
import { BUSINESS_TYPES, type BusinessType, type FlowFormValues, type Line, MAX_AMOUNT, signFits } from './flow';
import css from './flow.module.css';

const { Field, NumberField } = formOf<FlowFormValues>();

/** The fields of a manual line: user, type, signed amount and reason. */
export function Fields({ mode, row }: { mode: 'add' | 'update'; row?: Line }) {
  const t = useTranslations('flow');
  const tt = useTranslations('table');
  const kinds = useDict('business_type');
  const kind = Form.useWatch<BusinessType | undefined>('businessType');
  const chosen = Form.useWatch<string | undefined>('userId');
  const amount = Form.useWatch<number | null | undefined>('amount') ?? undefined;
  // A correction takes the wrong line back and replaces it.
  const change = amount === undefined ? undefined : (cents(amount) - cents(row?.amount ?? 0)) / 100;
  const staff = useStaffLimit();
  const fits = {
    validator: (_: unknown, v?: number | null) =>
      v === undefined || v === null || signFits(kind, v) ? Promise.resolve() : Promise.reject(new Error(t('sign'))),
  };
  return (
    <>
      <Alert className={css.note} type="info" title={t(mode === 'add' ? 'addNote' : 'correctNote')} />
      {mode === 'add' && (
        <Field name="userId" label={t('userName')} required>
          <LovPicker keyword="customer" multiple={false} label={t('userName')} />
        </Field>
      )}
      <Field name="businessType" label={t('businessType')} required>
        <Select
          loading={kinds.loading}
          options={kinds.options.filter((o) => BUSINESS_TYPES.includes(o.value as BusinessType))}
        />
      </Field>
      <NumberField
        name="amount"
        label={t('amount')}
        required
        extra={joined(t('signNote'), staff('credit'))}
        dependencies={['businessType']}
        decimals={2}
        min={-MAX_AMOUNT}
        max={MAX_AMOUNT}
        rules={[fits]}
        input={{ suffix: tt('unit') }}
      />
      <Field name="remark" label={t('remark')} required rules={(r) => [r.max(255)]}>
        <Input maxLength={255} autoComplete="off" />
      </Field>
      <BalanceChange userId={row?.userId ?? chosen} change={change} />
    </>
  );
}
