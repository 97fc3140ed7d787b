import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { get } from '@/lib/api/query';
import { SEARCH_PAUSE } from '@/lib/constants';
import { useFormat } from '@/lib/format';
import { useDebounced } from '@/lib/useDebounced';
import { Select } from '@/ui/Select';

type Props = { id?: string; owner?: string; most: number; value?: string[]; onChange?: (ids: string[]) => void };

/** The customer-service numbers that administer the numbers of an order. */
export function AdminSelect({ id, owner, most, value = [], onChange }: Props) {
  const t = useTranslations('channelorder');
  const f = useFormat();
  const [typed, setTyped] = useState('');
  const search = useDebounced(typed.trim(), SEARCH_PAUSE);
  const digits = search.replace(/\D/g, '');
  const asked = search === '' ? {} : digits ? { phoneNumber: digits } : { name: search };
  const found = useQuery({
    ...get('/aty/customerserviceraccount/selector', { query: { ...asked, customerId: owner } }),
    placeholderData: keepPreviousData,
  });
  const options = (found.data ?? []).map((o) => ({
    value: o.id,
    label: `${f.number(o.phoneNumber)}${o.servicerName ? ` · ${o.servicerName}` : ''}`,
    disabled: value.length >= most && !value.includes(o.id),
  }));
  return (
    <Select<string[]>
      id={id}
      mode="multiple"
      aria-label={t('admins')}
      placeholder={t('adminsHint', { n: most })}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      loading={found.isFetching}
      value={value}
      options={options}
      notFoundContent={t('adminsNone')}
      onChange={onChange}
    />
  );
}
