import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { usePermission } from '@/kit/access/Can';
import { useDict } from '@/kit/dict/useDict';
import { get } from '@/lib/api/query';
import { useFormat } from '@/lib/format';
import { searching } from '@/lib/input/fold';
import { useSearch } from '@/lib/router/navigate';
import { LazySelect } from '@/ui/LazySelect';
import { templateName } from './Parts';
import css from './sending.module.css';

/** Filters of the figures, as the address names them. */
const FILTERS = ['customerId', 'channel', 'countryCode', 'template'] as const;
type Filter = (typeof FILTERS)[number];
export type Chosen = Partial<Record<Filter, string>>;

export function chosenOf(params: URLSearchParams): Chosen {
  return Object.fromEntries(FILTERS.flatMap((name) => (params.get(name) ? [[name, params.get(name)]] : [])));
}

/** Selects of the filters; their options are the values that occur in the chosen days. */
export function Filters({ days, chosen }: { days: { from: string; to: string }; chosen: Chosen }) {
  const t = useTranslations('sending');
  const f = useFormat();
  const { set } = useSearch();
  const many = usePermission()({ types: [1, 2, 11] });
  const channels = useDict('channel');
  // Customers and templates are fetched when the user opens the filters, or when a chosen one must be named.
  const [wanted, setWanted] = useState(Boolean(chosen.customerId ?? chosen.template));
  const { data } = useQuery(get('/dmp/sending', { query: { ...days, ...(wanted && { detail: true }) } }));
  const options = {
    customerId: (data?.customers ?? []).map((p) => ({ value: p.key, label: p.name || p.key })),
    channel: (data?.channels ?? []).map((p) => ({
      value: p.key,
      label: channels.find(p.key)?.name ?? p.key,
    })),
    countryCode: (data?.countries ?? []).map((p) => ({ value: p.key, label: f.country(p.key) })),
    template: (data?.templates ?? []).filter((p) => p.key).map((p) => ({ value: p.key, label: templateName(p.key) })),
  };
  const labels = {
    customerId: t('filterCustomer'),
    channel: t('filterChannel'),
    countryCode: t('filterCountry'),
    template: t('filterTemplate'),
  };
  const none = Object.fromEntries(FILTERS.map((name) => [name, null]));
  return (
    <search
      className={css.filters}
      aria-label={t('filters')}
      onFocusCapture={() => setWanted(true)}
      onPointerEnter={() => setWanted(true)}
    >
      {FILTERS.filter((name) => many || name !== 'customerId').map((name) => (
        <LazySelect
          key={name}
          className={css.filter}
          label={labels[name]}
          value={chosen[name]}
          options={options[name]}
          allowClear
          showSearch={searching}
          onChange={(value) => set({ [name]: value ?? null })}
        />
      ))}
      {Object.keys(chosen).length > 0 && (
        <Button type="link" onClick={() => set(none)}>
          {t('clear')}
        </Button>
      )}
    </search>
  );
}
