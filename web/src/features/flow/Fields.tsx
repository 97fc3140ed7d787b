import { Alert, Form, Input, Select } from 'antd';
import { useTranslations } from 'next-intl';
import { useDict } from '@/kit/dict/useDict';
import { Field } from '@/kit/form/Field';
import { LovPicker } from '@/kit/lov/LovPicker';
import { AMOUNT, KINDS, type Kind, signFits } from './flow';
import css from './flow.module.css';

const LONGEST = 15;

/** A line by hand: whose, what, how much with its sign, and why. */
export function Fields({ mode }: { mode: 'add' | 'update' }) {
  const t = useTranslations('flow');
  const tt = useTranslations('table');
  const kinds = useDict('business_type');
  const kind = Form.useWatch<Kind | undefined>('businessType');
  const fits = {
    validator: (_: unknown, v?: string) =>
      !v || !AMOUNT.test(v) || signFits(kind, Number(v)) ? Promise.resolve() : Promise.reject(new Error(t('sign'))),
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
        <Select loading={kinds.loading} options={kinds.options.filter((o) => KINDS.includes(o.value as Kind))} />
      </Field>
      <Field
        name="amount"
        label={t('amount')}
        required
        extra={t('signNote')}
        dependencies={['businessType']}
        rules={(r) => [r.pattern(AMOUNT, t('amountForm')), fits]}
      >
        <Input inputMode="decimal" suffix={tt('unit')} maxLength={LONGEST} autoComplete="off" />
      </Field>
      <Field name="remark" label={t('remark')} required rules={(r) => [r.max(255)]}>
        <Input maxLength={255} autoComplete="off" />
      </Field>
    </>
  );
}
