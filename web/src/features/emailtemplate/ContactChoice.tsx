import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { get } from '@/lib/api/query';
import { SEARCH_PAUSE } from '@/lib/constants';
import { useDebounced } from '@/lib/useDebounced';
import { Select } from '@/ui/Select';
import { Labelled } from './Labelled';
import css from './preview.module.css';

type ContactValues = Record<string, string>;

/** Chooses a contact of an address list; its values fill the preview. */
export function ContactChoice({ onChoose }: { onChoose: (values: ContactValues) => void }) {
  const t = useTranslations('emaileditor.previewing');
  const [name, setName] = useState('');
  const [list, setList] = useState<string>();
  const lists = useQuery({
    ...get('/aty/contactsgroup/lovPage', { query: listsNamed(useDebounced(name, SEARCH_PAUSE)) }),
    placeholderData: keepPreviousData,
  });
  const members = useQuery({
    ...get('/aty/contactsgroup/{id}/member/page', { path: { id: list ?? '' }, query: { size: 20 } }),
    enabled: list !== undefined,
  });
  const rows = members.data?.records ?? [];
  const addressOf = (row: object) => valuesOf(row).email ?? '';
  return (
    <div className={css.contact}>
      <Labelled label={t('list')}>
        <Select<string>
          aria-label={t('list')}
          placeholder={t('listHint')}
          allowClear
          showSearch={{ filterOption: false, onSearch: setName }}
          loading={lists.isFetching}
          value={list}
          options={(lists.data?.records ?? []).filter(isOfAddresses).map((l) => ({ value: l.id, label: l.name }))}
          notFoundContent={t('noList')}
          onChange={setList}
        />
      </Labelled>
      {list && (
        <Labelled label={t('contact')}>
          <Select<string>
            key={list}
            aria-label={t('contact')}
            placeholder={t('contactHint')}
            loading={members.isFetching}
            options={rows.map((r) => ({ value: addressOf(r), label: addressOf(r) }))}
            onChange={(address) => {
              const row = rows.find((r) => addressOf(r) === address);
              if (row) onChoose(valuesOf(row));
            }}
          />
        </Labelled>
      )}
    </div>
  );
}

const listsNamed = (name: string) => ({ name, size: 20, type: 'email' }) as { name: string; size: number };
const isOfAddresses = (list: object) => (list as { type?: string }).type === 'email';

/** The values of a member by the names of its list's columns. */
export function valuesOf(row: object): ContactValues {
  const { email, name, values } = row as { email?: string; name?: string; values?: ContactValues };
  const named = Object.entries(values ?? {}).filter(([, value]) => typeof value === 'string');
  return { ...Object.fromEntries(named), ...(email ? { email } : {}), ...(name ? { name } : {}) };
}
