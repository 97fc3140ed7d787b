'use client';
import { useLocale, useTranslations } from 'next-intl';
import { to } from '@/kit/api/to';
import { DictTag } from '@/kit/cell/cells';
import { useFormat } from '@/kit/format';
import type { Resource, RowAction } from '@/kit/resource/descriptor';
import { ResourcePage } from '@/kit/resource/ResourcePage';
import { CountryFields } from './CountryFields';
import { bodyOf, type Country, isPrefixed, LIST, type Values, valuesOf } from './country';
import css from './country.module.css';

/** The countries with what an admin laid over them. */
export default function Countries() {
  return <ResourcePage resource={useCountryResource()} />;
}

function useCountryResource(): Resource<typeof LIST, 'countryAdmin', Values> {
  const t = useTranslations('countryAdmin');
  const either = [
    { value: 'false', label: t('enabled') },
    { value: 'true', label: t('disabled') },
  ];
  return {
    list: LIST,
    words: 'countryAdmin',
    export: true,
    rowKey: 'code',
    changes: ['/conf/country/selector', '/conf/country/lovPage'],
    filters: ['name', 'code', 'callingCode', 'disabled'],
    columns: {
      code: { as: 'code', sort: true, width: 80, from: 'sm', filter: 'country' },
      name: { sort: true, fixed: true, cell: (c) => <Names country={c} />, filter: true },
      enName: { sort: true, hidden: true },
      callingCode: { sort: true, number: true, from: 'sm', cell: (c) => `+${c.callingCode}`, filter: 'number' },
      timeZone: { from: 'xl', cell: (c) => <Zones zones={c.timeZones ?? []} /> },
      disabled: {
        title: t('status'),
        width: 110,
        sort: true,
        cell: (c) => <DictTag code="sys_enable" value={!c.disabled} />,
        filter: { options: either },
      },
      blacklist: { dict: 'country_business', width: 120, from: 'md' },
      updateTime: { as: 'time', sort: true, hidden: true },
      operator: { hidden: true },
    },
    form: {
      update: { permission: 'conf:country:edit' },
      values: valuesOf,
      send: (values, row) => to('put', '/conf/country', { body: bodyOf(values, row as Country) }),
      fields: ({ row }) => row && <CountryFields row={row} />,
    },
    actions: useCountryActions(),
  };
}

function useCountryActions(): RowAction<Country, 'countryAdmin'>[] {
  const t = useTranslations('countryAdmin');
  const put = ({ code }: Country, disabled: boolean) => to('put', '/conf/country', { body: { code, disabled } });
  return [
    {
      key: 'disable',
      permission: 'conf:country:edit',
      shown: (c) => !c.disabled,
      danger: true,
      confirm: (c) => ({ title: t('disableTitle', { name: c.name }), content: t('disableText') }),
      call: (c) => put(c, true),
      done: t('disabledDone'),
    },
    {
      key: 'enable',
      permission: 'conf:country:edit',
      shown: (c) => c.disabled,
      confirm: (c) => ({ title: t('enableTitle', { name: c.name }), content: t('enableText') }),
      call: (c) => put(c, false),
      done: t('enabledDone'),
    },
  ];
}

/** The name in the user's language, and below it those of the other languages. */
function Names({ country: c }: { country: Country }) {
  const f = useFormat();
  const own = useLocale().replace('-', '_');
  const name = isPrefixed(c.code) ? f.country(c.code) : c.name;
  const others = Object.entries(c.languages).flatMap(([lang, text]) => (lang === own || text === name ? [] : [text]));
  return (
    <>
      {name}
      <div className={css.others}>{[...new Set(others)].join(' · ')}</div>
    </>
  );
}

function Zones({ zones }: { zones: string[] }) {
  const t = useTranslations('countryAdmin');
  const [first = '–', ...rest] = zones.map((z) => z.replaceAll('_', ' '));
  return (
    <span className={css.zones} title={zones.join(', ')}>
      <span>{first}</span>
      {rest.length > 0 && <span className={css.more}>{t('moreZones', { n: rest.length })}</span>}
    </span>
  );
}
