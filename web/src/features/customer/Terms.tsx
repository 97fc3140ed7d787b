import { Form, Switch } from 'antd';
import { useTranslations } from 'next-intl';
import { formOf } from '@/kit/form/formOf';
import { joined, useStaffLimit } from '@/kit/pay/staffLimits';
import { Select } from '@/ui/Select';
import {
  AGENTS_FLAGS,
  CURRENCIES,
  CUSTOMER_FLAGS,
  CUSTOMER_LIMITS,
  type CustomerFormValues,
  useIsStaff,
} from './customer';
import css from './customer.module.css';

const { Field, NumberField, useWatch } = formOf<CustomerFormValues>();

/**
 * Fields of the customer's permissions and benefits besides its prices; agents grant some of them, the platform all.
 */
export function Terms() {
  const t = useTranslations('customer');
  const staff = useIsStaff();
  const limitOf = useStaffLimit();
  const own = { brandDiscount: limitOf('discount'), groupSendWeight: limitOf('weight') } as Record<
    string,
    string | undefined
  >;
  const brand: boolean = useWatch('brandCustomer') ?? false;
  const limits = (Object.keys(CUSTOMER_LIMITS) as (keyof typeof CUSTOMER_LIMITS)[]).filter(
    (k) => k !== 'brandDiscount' || brand,
  );
  return (
    <>
      <Field name="currency" label={t('currency')}>
        <Select allowClear options={CURRENCIES.map((value) => ({ value, label: value }))} />
      </Field>
      <div className={css.terms}>
        {CUSTOMER_FLAGS.filter((flag) => staff || AGENTS_FLAGS.includes(flag)).map((flag) => (
          // biome-ignore lint/a11y/noLabelWithoutControl: the switch is within, antd's form gives it its value
          <label key={flag}>
            <Form.Item name={flag} valuePropName="checked" noStyle>
              <Switch size="small" />
            </Form.Item>{' '}
            {t(flag)}
          </label>
        ))}
      </div>
      {staff &&
        limits.map((limit) => (
          <NumberField
            key={limit}
            name={limit}
            label={t(limit)}
            extra={joined(t(`limits.${limit}`), own[limit])}
            min={0}
            max={CUSTOMER_LIMITS[limit]}
          />
        ))}
    </>
  );
}
