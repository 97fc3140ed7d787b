import { Alert, Select, Switch } from 'antd';
import { useTranslations } from 'next-intl';
import { Field } from '@/kit/form/Field';
import { LanguagesInput } from '@/kit/input/LanguagesInput';
import { DictSelect } from '@/kit/input/selects';
import { type Country, isPrefixed } from './country';

/** What an admin lays over a country. */
export function CountryFields({ row }: { row: Country }) {
  const t = useTranslations('countryAdmin');
  const own = row.timeZones ?? [];
  const zones = [...own, ...Intl.supportedValuesOf('timeZone').filter((z) => !own.includes(z))];
  return (
    <>
      {isPrefixed(row.code) ? (
        <Alert type="info" showIcon title={t('namesChina')} style={{ marginBlockEnd: 24 }} />
      ) : (
        <Field name="name" label={t('names')} extra={t('namesNote')}>
          <LanguagesInput maxLength={60} />
        </Field>
      )}
      <Field name="enabled" label={t('enabled')} extra={t('disableText')} valuePropName="checked">
        <Switch />
      </Field>
      <Field name="blacklist" label={t('blacklist')} extra={t('blacklistNote')}>
        <DictSelect code="country_business" mode="multiple" allowClear />
      </Field>
      <Field name="timeZone" label={t('timeZone')} extra={t('timeZoneNote')}>
        <Select
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          options={zones.map((z) => ({ value: z, label: z.replaceAll('_', ' ') }))}
        />
      </Field>
    </>
  );
}
