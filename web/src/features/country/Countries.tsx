'use client';
import { useLocale, useTranslations } from 'next-intl';
import { DictTag, Time } from '@/kit/cell/cells';
import { useFormat } from '@/kit/format';
import type { Resource, RowAction } from '@/kit/resource/descriptor';
import { ResourcePage } from '@/kit/resource/ResourcePage';
import { CountryFields } from './CountryFields';
import { bodyOf, type Country, isPrefixed, LIST, type Values, valuesOf } from './country';
import css from './country.module.css';

const EDIT = { permission: 'conf:country:edit' };

/** The countries with what an admin laid over them. */
export default function Countries() {
  return <ResourcePage resource={useCountryResource()} />;
}

function useCountryResource(): Resource<typeof LIST, Values> {
  const t = useTranslations('countryAdmin');
  return {
    list: LIST,
    export: true,
    title: t('title'),
    note: t('note'),
    empty: t('empty'),
    rowKey: 'code',
    changes: ['/conf/country/selector', '/conf/country/lovPage'],
    columns: [
      { field: 'code', title: t('code'), sort: true, width: 80, from: 'sm', render: (c) => <code>{c.code}</code> },
      { field: 'name', title: t('name'), sort: true, fixed: true, render: (c) => <Names country={c} /> },
      { field: 'enName', title: t('enName'), sort: true, hidden: true, render: (c) => c.enName },
      {
        field: 'callingCode',
        title: t('callingCode'),
        sort: true,
        number: true,
        from: 'sm',
        render: (c) => `+${c.callingCode}`,
      },
      { field: 'timeZone', title: t('timeZone'), from: 'xl', render: (c) => <Zones zones={c.timeZones ?? []} /> },
      {
        field: 'disabled',
        title: t('status'),
        width: 110,
        sort: true,
        render: (c) => <DictTag code="sys_enable" value={!c.disabled} />,
      },
      { field: 'blacklist', title: t('blacklist'), width: 120, from: 'md', render: (c) => <Closed country={c} /> },
      {
        field: 'updateTime',
        title: t('changed'),
        sort: true,
        hidden: true,
        render: (c) => <Time value={c.updateTime} />,
      },
      { field: 'operator', title: t('operator'), hidden: true, render: (c) => c.operator || '–' },
    ],
    filters: [
      { field: 'name', label: t('name'), kind: 'text' },
      { field: 'code', label: t('code'), kind: 'country' },
      { field: 'callingCode', label: t('callingCode'), kind: 'number' },
      {
        field: 'disabled',
        label: t('status'),
        kind: 'select',
        options: [
          { value: 'false', label: t('enabled') },
          { value: 'true', label: t('disabled') },
        ],
      },
    ],
    form: {
      update: { path: '/conf/country', gate: EDIT },
      values: valuesOf,
      body: (values, row) => row && bodyOf(values, row),
      fields: ({ row }) => row && <CountryFields row={row} />,
    },
    actions: useCountryActions(),
  };
}

function useCountryActions(): RowAction<Country>[] {
  const t = useTranslations('countryAdmin');
  const put = (c: Country, disabled: boolean) => ({
    method: 'put' as const,
    path: '/conf/country',
    input: { body: { code: c.code, disabled } },
  });
  return [
    {
      key: 'disable',
      label: t('disable'),
      gate: EDIT,
      shown: (c) => !c.disabled,
      danger: true,
      confirm: (c) => ({ title: t('disableTitle', { name: c.name }), content: t('disableText') }),
      call: (c) => put(c, true),
      done: t('disabledDone'),
    },
    {
      key: 'enable',
      label: t('enable'),
      gate: EDIT,
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

function Closed({ country: c }: { country: Country }) {
  if (!c.blacklist?.length) return '–';
  return (
    <span className={css.tags}>
      {c.blacklist.map((business) => (
        <DictTag key={business} code="country_business" value={business} />
      ))}
    </span>
  );
}
