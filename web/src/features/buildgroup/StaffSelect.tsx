import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { EmptyState } from '@/kit/page/EmptyState';
import { get } from '@/lib/api/query';
import type { Data } from '@/lib/api/types';
import { SEARCH_PAUSE } from '@/lib/constants';
import { useFormat } from '@/lib/format';
import { usePathOf } from '@/lib/router/usePathOf';
import { useDebounced } from '@/lib/useDebounced';
import { Link } from '@/ui/Link';
import { Select } from '@/ui/Select';
import css from './buildgroup.module.css';

type Option = NonNullable<Data<'get', '/aty/customerserviceraccount/selector'>>[number];

/** Numbers of customer service that a group may have, those that are searched for after the newest. */
export function useStaff(owner: string | undefined, search = '') {
  const digits = search.replace(/\D/g, '');
  const asked = search === '' ? {} : digits ? { phoneNumber: digits } : { name: search };
  return useQuery({
    ...get('/aty/customerserviceraccount/selector', { query: { ...asked, customerId: owner } }),
    placeholderData: keepPreviousData,
  });
}

type Props = {
  id?: string;
  label: string;
  /** The customer that owns the numbers; undefined for all numbers in the caller's scope. */
  owner?: string;
  /** Maximum of these numbers in a group. */
  most: number;
  /** Numbers that the group already has in another role; `takenAs` names that role. */
  taken: readonly string[];
  takenAs: string;
  value?: string[];
  onChange?: (ids: string[]) => void;
};

/** Numbers of customer service: a number is in a group only once. */
export function StaffSelect({ id, label, owner, most, taken, takenAs, value = [], onChange }: Props) {
  const t = useTranslations('buildgroup');
  const f = useFormat();
  const [typed, setTyped] = useState('');
  const all = useStaff(owner);
  const found = useStaff(owner, useDebounced(typed.trim(), SEARCH_PAUSE));
  const rows = typed.trim() ? (found.data ?? []) : (all.data ?? []);
  const known = new Map([...(all.data ?? []), ...(found.data ?? [])].map((o) => [o.id, o]));
  const said = (o: Option) => `${f.number(o.phoneNumber)}${o.servicerName ? ` · ${o.servicerName}` : ''}`;
  const full = value.length >= most;
  const chosen = value.map((v) => ({ value: v, label: known.has(v) ? said(known.get(v) as Option) : t('numberGone') }));
  const offered = rows
    .filter((o) => !value.includes(o.id))
    .map((o) => ({
      value: o.id,
      label: taken.includes(o.id) ? `${said(o)} (${takenAs})` : said(o),
      disabled: full || taken.includes(o.id),
    }));
  return (
    <Select<string[]>
      id={id}
      mode="multiple"
      aria-label={label}
      placeholder={t('staffHint', { n: most })}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      loading={all.isFetching || found.isFetching}
      value={value}
      options={[...chosen, ...offered]}
      notFoundContent={<NoNumber />}
      onChange={onChange}
    />
  );
}

function NoNumber() {
  const t = useTranslations('buildgroup');
  const numbers = usePathOf('aty/customerserviceraccount');
  return (
    <EmptyState className={css.none} description={t('noStaff')}>
      {numbers && <Link to={numbers}>{t('makeStaff')}</Link>}
    </EmptyState>
  );
}
