import { useQueries } from '@tanstack/react-query';
import { Checkbox, Form } from 'antd';
import { useTranslations } from 'next-intl';
import { useCountries } from '@/kit/country';
import { formOf } from '@/kit/form/formOf';
import { DictSelect } from '@/kit/input/selects';
import { formerPrice, isDrastic } from '@/kit/pay/former';
import { PriceField, usePriceWords } from '@/kit/pay/PriceField';
import { joined, useStaffLimit } from '@/kit/pay/staffLimits';
import { searching } from '@/lib/input/fold';
import { Select } from '@/ui/Select';
import type { Customer } from './customer';
import css from './customer.module.css';

/** `sure` are the figures that the user has looked at. */
type BulkPriceValues = { service?: string; countryCode?: string; price?: number | null; sure?: string };

const { Field, useWatch } = formOf<BulkPriceValues>();

/** Every country without a price of its own. */
const ANYWHERE = '*';
/** The highest unit price (business-domain §5). */
const MAX_PRICE = 10_000;

/** A unit price for several customers, with the price that each has now. */
export function BulkPrice({ customers }: { customers: Customer[] }) {
  const t = useTranslations('customer');
  const tt = useTranslations('table');
  const countries = useCountries();
  const staff = useStaffLimit();
  const words = usePriceWords();
  const [service, countryCode, price] = [useWatch('service'), useWatch('countryCode'), useWatch('price')];
  const former = useQueries({
    queries: customers.map((c) => formerPrice('/aty/customerinfo/price/charge/page', c.userId, service, countryCode)),
  });
  const asked = service !== undefined && countryCode !== undefined;
  const typed = typeof price === 'number';
  const unknown = asked && former.some((q) => q.isPending || q.isError);
  const figures = `${service} ${countryCode} ${price}`;
  const say = (i: number) => {
    const was = former[i];
    if (was?.isPending) return t('bulk.priceAsked');
    if (was?.isError) return t('bulk.priceUnknown');
    if (typed) return words.change(was?.data, price) ?? t('bulk.priceSame');
    return words.change(null, was?.data) ?? t('bulk.priceNone');
  };
  const drastic = typed ? former.filter((q) => isDrastic(q.data, price)).length : 0;
  return (
    <>
      <Field name="service" label={t('service')} required>
        <DictSelect code="service" />
      </Field>
      <Field name="countryCode" label={t('countryCode')} required extra={t('bulk.anywhereNote')}>
        <Select
          loading={countries.loading}
          options={[{ value: ANYWHERE, label: t('anywhere'), search: t('anywhere') }, ...countries.options]}
          showSearch={searching}
        />
      </Field>
      <PriceField
        label={t('bulk.price')}
        extra={joined(t('bulk.priceNote'), staff('price')) ?? ''}
        unit={tt('unit')}
        min={0}
        max={MAX_PRICE}
        before={undefined}
      />
      {asked && (
        <ul className={css.prices} aria-label={t('bulk.prices')}>
          {customers.map((c, i) => (
            <li key={c.userId}>
              <span>{c.name}</span>
              <b>{say(i)}</b>
            </li>
          ))}
        </ul>
      )}
      <Form.Item
        name="sure"
        dependencies={['service', 'countryCode', 'price']}
        rules={[
          {
            validator: (_, sure) => {
              if (unknown) return Promise.reject(new Error(t('bulk.priceUnknown')));
              return drastic === 0 || sure === figures
                ? Promise.resolve()
                : Promise.reject(new Error(t('bulk.priceUnsure')));
            },
          },
        ]}
      >
        <Sure figures={figures}>{drastic > 0 ? t('bulk.priceDrastic', { n: drastic }) : undefined}</Sure>
      </Form.Item>
    </>
  );
}

type SureProps = {
  id?: string;
  value?: string;
  onChange?: (figures?: string) => void;
  figures: string;
  children?: string;
};

/** A tick that holds for the figures that it was set for, and is there where one is asked for. */
function Sure({ id, value, onChange, figures, children }: SureProps) {
  if (!children) return null;
  return (
    <Checkbox id={id} checked={value === figures} onChange={(e) => onChange?.(e.target.checked ? figures : undefined)}>
      {children}
    </Checkbox>
  );
}
