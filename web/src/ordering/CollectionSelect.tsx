import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { EmptyState } from '@/kit/page/EmptyState';
import { get } from '@/lib/api/query';
import { SEARCH_PAUSE } from '@/lib/constants';
import { useFormat } from '@/lib/format';
import { usePathOf } from '@/lib/router/usePathOf';
import { useDebounced } from '@/lib/useDebounced';
import { Link } from '@/ui/Link';
import { Select } from '@/ui/Select';
import { useOrderTexts } from './kind';
import css from './ordering.module.css';
import type { Collection } from './target';

type Props = {
  id?: string;
  /** The customer that owns the collections; undefined for all in the caller's scope. */
  owner?: string;
  /** The only countries that it may be of. */
  countries?: readonly string[];
  /** What the members are. */
  type?: 'phone' | 'email';
  value?: Collection;
  onChange?: (value: Collection | undefined) => void;
};

/** A contact collection by name, with its country and size. The value is the collection itself. */
export function CollectionSelect({ id, owner, countries, type = 'phone', value, onChange }: Props) {
  const t = useTranslations('order');
  const own = useOrderTexts();
  const f = useFormat();
  const contacts = usePathOf('aty/contact');
  const [name, setName] = useState('');
  const search = useDebounced(name, SEARCH_PAUSE);
  const found = useQuery({
    ...get('/aty/contactsgroup/lovPage', { query: { name: search, size: 20, type, customerId: owner } }),
    placeholderData: keepPreviousData,
  });
  const rows = found.data?.records ?? [];
  const all = value && !rows.some((r) => r.id === value.id) ? [value, ...rows] : rows;
  return (
    <Select<string>
      id={id}
      aria-label={t('collection')}
      placeholder={own('collectionHint')}
      showSearch={{ filterOption: false, onSearch: setName }}
      loading={found.isFetching}
      value={value?.id}
      options={all.map((c) => ({
        value: c.id,
        label: c.name,
        disabled: c.memberCount === 0 || countries?.includes(c.countryCode) === false,
        row: c,
      }))}
      optionRender={({ data }) => (
        <span className={css.option}>
          <span>{data.label}</span>
          <small>
            {t('collectionSize', { country: f.country(data.row.countryCode), n: f.count(data.row.memberCount) })}
          </small>
        </span>
      )}
      notFoundContent={
        <EmptyState description={t('noCollection')}>
          {contacts && <Link to={`${contacts}?create=1`}>{t('makeCollection')}</Link>}
        </EmptyState>
      }
      onChange={(key) => onChange?.(all.find((c) => c.id === key))}
    />
  );
}
