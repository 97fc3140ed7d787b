import { Select } from 'antd';
import { useTranslations } from 'next-intl';
import { useCountries } from '@/kit/country';
import { Field } from '@/kit/form/Field';
import { searching } from '@/kit/input/fold';
import { MoneyInput } from '@/kit/input/NumberText';
import { DictSelect } from '@/kit/input/selects';
import { ANYWHERE, MOST } from './price';

/** A service in a country, or everywhere else, and what one unit of it costs. */
export function PriceFields({ mode }: { mode: 'add' | 'update' }) {
  const t = useTranslations('price');
  const tt = useTranslations('table');
  const countries = useCountries();
  const there = mode === 'update';
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
      <Field name="price" label={t('price')} required extra={t('priceNote')} rules={(r) => [r.money(0, MOST)]}>
        <MoneyInput suffix={tt('unit')} maxLength={8} />
      </Field>
    </>
  );
}
