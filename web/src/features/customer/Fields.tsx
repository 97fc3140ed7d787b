import { Alert, Form, Input } from 'antd';
import { useTranslations } from 'next-intl';
import { usePermission } from '@/kit/access/Can';
import { useInitialRule } from '@/kit/account/initialPassword';
import { formOf } from '@/kit/form/formOf';
import { PhoneInput } from '@/kit/input/NumberText';
import { CountrySelect, DictSelect } from '@/kit/input/selects';
import { LovPicker } from '@/kit/lov/LovPicker';
import { MOBILE } from '@/lib/input/digits';
import { searching } from '@/lib/input/fold';
import { Select } from '@/ui/Select';
import { type Customer, type CustomerFormValues, initialPassword, USER_TYPE, useAgents, useIsStaff } from './customer';
import css from './customer.module.css';
import { Terms } from './Terms';

const { Field, useWatch } = formOf<CustomerFormValues>();

/** The fields of a customer; a secondary user takes country and type from the one above it. */
export function Fields({ mode, row }: { mode: 'add' | 'update'; row?: Customer }) {
  const t = useTranslations('customer');
  const staff = useIsStaff();
  const first = usePermission()({ types: [USER_TYPE.first] });
  const parent = Form.useWatch<CustomerFormValues['parent']>('parent', { preserve: true });
  const enterprise = useWatch('customerType') === 'enterprise';
  const below = parent !== undefined || row?.parentId !== undefined;
  return (
    <>
      {parent && <Alert className={css.given} type="info" title={t('secondaryOf', { name: parent.name })} />}
      <Form.Item name="parent" hidden>
        <Input />
      </Form.Item>
      <Field name="name" label={t('name')} required rules={(r) => [r.max(50)]}>
        <Input autoComplete="off" />
      </Field>
      <Phone adding={mode === 'add'} />
      <Field name="email" label={t('email')} required={!below} rules={(r) => [r.email]}>
        <Input type="email" autoComplete="off" />
      </Field>
      <Field name="customerType" label={t('customerType')} required={!below}>
        <DictSelect code="customer_type" />
      </Field>
      <Field name="companyName" label={t('companyName')} required={enterprise && !below} rules={(r) => [r.max(128)]}>
        <Input autoComplete="off" />
      </Field>
      <Field name="countryCode" label={t('countryCode')} required={!below}>
        <CountrySelect business={mode === 'add' ? 'customer' : undefined} />
      </Field>
      <Field name="customerLevel" label={t('customerLevel')} extra={t('levelNote')} rules={(r) => [r.max(20)]}>
        <Input autoComplete="off" />
      </Field>
      <Field name="recommendUserId" label={t('recommendUserName')}>
        <LovPicker
          keyword="customer"
          multiple={false}
          label={t('recommendUserName')}
          rows={row?.recommendUserId ? [{ userId: row.recommendUserId, name: row.recommendUserName }] : []}
        />
      </Field>
      {mode === 'add' && staff && !below && <Agent />}
      {!first && <Terms />}
    </>
  );
}

/** The login name, and what the initial password will be. */
function Phone({ adding }: { adding: boolean }) {
  const t = useTranslations('customer');
  const phone: string = useWatch('phone') ?? '';
  const form = useTranslations('form');
  const { random, hours } = useInitialRule();
  const initial = random
    ? form('initialRandom')
    : form('initialPhone', { password: initialPassword(phone), hours: String(hours) });
  const note = adding && MOBILE.test(phone) ? initial : t('phoneNote');
  return (
    <Field name="phone" label={t('phone')} extra={note} required rules={(r) => [r.pattern(MOBILE, t('phoneForm'))]}>
      <PhoneInput local />
    </Field>
  );
}

/** Selects the agent of the customer. */
function Agent() {
  const t = useTranslations('customer');
  const agents = useAgents();
  return (
    <Field name="agentId" label={t('agentId')} extra={t('agentNote')}>
      <Select allowClear loading={agents.loading} options={agents.options} showSearch={searching} />
    </Field>
  );
}
