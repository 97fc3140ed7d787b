import { Input, Select } from 'antd';
import { useTranslations } from 'next-intl';
import type { ListChange, ListState } from './listState';
import css from './resource.module.css';

type Option = { value: string; label: string; search?: string };

/** So many options are searched, not read. */
const MANY = 12;

function found(text: string, option?: Partial<Option>): boolean {
  return (option?.search ?? option?.label ?? '').toLowerCase().includes(text.toLowerCase());
}

/** A filter of a list: a text that the field contains, or one or several of some values. */
export type Filter =
  | { field: string; label: string; kind: 'text' }
  | { field: string; label: string; kind: 'select'; options: Option[]; multiple?: boolean };

type Props = { filters: Filter[]; state: ListState; change: (c: ListChange) => void };

export function Filters({ filters, state, change }: Props) {
  const t = useTranslations('table');
  return filters.map((f) => {
    const value = state.filters[f.field];
    const set = (v: string) => change({ filters: { [f.field]: v } });
    if (f.kind === 'text') {
      return (
        <Input.Search
          key={`${f.field} ${value ?? ''}`}
          className={css.filter}
          aria-label={f.label}
          placeholder={f.label}
          defaultValue={value}
          allowClear
          onSearch={(v) => set(v.trim())}
        />
      );
    }
    const chosen = value?.split(',') ?? [];
    return (
      <Select<string | string[], Option>
        key={f.field}
        className={css.filter}
        aria-label={f.label}
        placeholder={f.label}
        mode={f.multiple ? 'multiple' : undefined}
        maxTagCount="responsive"
        allowClear
        showSearch={f.options.length > MANY && { filterOption: (text, option) => found(text, option) }}
        value={f.multiple ? chosen : chosen[0]}
        options={f.options}
        notFoundContent={t('nothing')}
        onChange={(v: string | string[] | undefined) => set(Array.isArray(v) ? v.join(',') : (v ?? ''))}
      />
    );
  });
}
