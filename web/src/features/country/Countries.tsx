'use client';
import { Alert, Switch } from 'antd';
import { useTranslations } from 'next-intl';
import { DictTag } from '@/kit/cell/cells';
import { Names, TagList } from '@/kit/cell/Names';
import { formOf } from '@/kit/form/formOf';
import { LanguagesInput } from '@/kit/input/LanguagesInput';
import { DictSelect } from '@/kit/input/selects';
import { ZoneSelect, zoneName } from '@/kit/input/ZoneSelect';
import { ResourcePage } from '@/kit/resource/ResourcePage';
import { useSwitching } from '@/kit/resource/switching';
import { request } from '@/lib/api/request';
import { bodyOf, COUNTRY_LIST, type Country, isPrefixed, valuesOf } from './country';

const { Field } = formOf<ReturnType<typeof valuesOf>>();

/** The countries with what an admin laid over them. */
export default function Countries() {
  const actions = useSwitching<Country, 'countryAdmin'>('countryAdmin', {
    permission: 'conf:country:edit',
    name: (c) => c.name,
    off: (c) => c.disabled,
    call: ({ code }, disabled) => request('put', '/conf/country', { body: { code, disabled } }),
  });
  return (
    <ResourcePage
      resource={{
        list: COUNTRY_LIST,
        words: 'countryAdmin',
        export: true,
        rowKey: 'code',
        filters: ['name', 'code', 'callingCode', 'disabled'],
        columns: {
          code: { as: 'code', sort: true, width: 80, from: 'sm', filter: 'country' },
          name: { sort: true, fixed: true, cell: (c) => <Names {...c} />, filter: true },
          enName: { sort: true, hidden: true },
          callingCode: { sort: true, number: true, from: 'sm', cell: (c) => `+${c.callingCode}`, filter: 'number' },
          timeZone: { from: 'xl', cell: (c) => <TagList values={c.timeZones?.map(zoneName)} /> },
          disabled: {
            titled: 'status',
            width: 110,
            sort: true,
            cell: (c) => <DictTag code="sys_enable" value={!c.disabled} />,
            filter: { either: ['disabled', 'enabled'] },
          },
          blacklist: { dict: 'country_business', width: 120, from: 'md' },
          updateTime: { as: 'time', sort: true, hidden: true },
          operator: { hidden: true },
        },
        form: {
          update: { permission: 'conf:country:edit' },
          values: valuesOf,
          send: (values, row) => request('put', '/conf/country', { body: bodyOf(values, row as Country) }),
          fields: ({ row }) => row && <Fields row={row} />,
        },
        actions,
      }}
    />
  );
}

/** The fields of a country that an admin may override. */
function Fields({ row }: { row: Country }) {
  const t = useTranslations('countryAdmin');
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
        <ZoneSelect own={row.timeZones} />
      </Field>
    </>
  );
}
