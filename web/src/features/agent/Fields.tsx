import { Form, Input, Switch } from 'antd';
import { useTranslations } from 'next-intl';
import { formOf } from '@/kit/form/formOf';
import { PhoneInput } from '@/kit/input/NumberText';
import { CountrySelect, DictSelect } from '@/kit/input/selects';
import { MOBILE } from '@/lib/input/digits';
import { Select } from '@/ui/Select';
import { AGENT_FLAGS, type AgentFormValues, CURRENCIES } from './agent';
import css from './agent.module.css';

const { Field, useWatch } = formOf<AgentFormValues>();

/** The fields of an agent. */
export function Fields() {
  const t = useTranslations('agent');
  const enterprise = useWatch('customerType') === 'enterprise';
  return (
    <>
      <Field name="name" label={t('name')} required rules={(r) => [r.max(50)]}>
        <Input autoComplete="off" />
      </Field>
      <Field
        name="phone"
        label={t('phone')}
        extra={t('phoneNote')}
        required
        rules={(r) => [r.pattern(MOBILE, t('phoneForm'))]}
      >
        <PhoneInput local />
      </Field>
      <Field name="email" label={t('email')} required rules={(r) => [r.email]}>
        <Input type="email" autoComplete="off" />
      </Field>
      <Field name="customerType" label={t('customerType')} required>
        <DictSelect code="customer_type" />
      </Field>
      <Field name="companyName" label={t('companyName')} required={enterprise} rules={(r) => [r.max(128)]}>
        <Input autoComplete="off" />
      </Field>
      <Field name="countryCode" label={t('countryCode')} required>
        <CountrySelect />
      </Field>
      <Field name="currency" label={t('currency')}>
        <Select allowClear options={CURRENCIES.map((value) => ({ value, label: value }))} />
      </Field>
      <div className={css.terms}>
        {AGENT_FLAGS.map((flag) => (
          // biome-ignore lint/a11y/noLabelWithoutControl: the switch is within, antd's form gives it its value
          <label key={flag}>
            <Form.Item name={flag} valuePropName="checked" noStyle>
              <Switch size="small" />
            </Form.Item>{' '}
            {t(flag)}
          </label>
        ))}
      </div>
    </>
  );
}
