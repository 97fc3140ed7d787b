import { useQuery } from '@tanstack/react-query';
import { Form } from 'antd';
import { useTranslations } from 'next-intl';
import { useCountries } from '@/kit/country';
import { formOf } from '@/kit/form/formOf';
import { DictSelect } from '@/kit/input/selects';
import { formerPrice } from '@/kit/pay/former';
import { PriceField } from '@/kit/pay/PriceField';
import { joined, useStaffLimit } from '@/kit/pay/staffLimits';
import { searching } from '@/lib/input/fold';
import { Select } from '@/ui/Select';
import { ANYWHERE, MAX_PRICE, PRICE_LIST, type Price, type PriceFormValues } from './price';

const { Field } = formOf<PriceFormValues>();

/** A service in a country, or everywhere else, and what one unit of it costs. */
export function PriceFields({ owner, row }: { owner: string; row?: Price }) {
  const t = useTranslations('price');
  const tt = useTranslations('table');
  const countries = useCountries();
  const staff = useStaffLimit();
  const there = row !== undefined;
  const former = useQuery({
    ...formerPrice(
      PRICE_LIST,
      owner,
      Form.useWatch<string | undefined>('service'),
      Form.useWatch<string | undefined>('countryCode'),
    ),
  });
  return (
    <>
      <Field name="service" label={t('service')} required>
        <DictSelect code="service" disabled={there} />
      </Field>
      <Field name="countryCode" label={t('countryCode')} required extra={t('anywhereNote')}>
        <Select
          disabled={there}
          loading={countries.loading}
          options={[{ value: ANYWHERE, label: t('anywhere'), search: t('anywhere') }, ...countries.options]}
          showSearch={searching}
        />
      </Field>
      <PriceField
        label={t('price')}
        extra={joined(t('priceNote'), staff('price')) ?? ''}
        unit={tt('unit')}
        min={0}
        max={MAX_PRICE}
        before={row ? row.price : former.data}
      />
    </>
  );
}
