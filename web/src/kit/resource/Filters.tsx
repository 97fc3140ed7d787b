import { CalendarOutlined } from '@ant-design/icons';
import { useTranslations } from 'next-intl';
import { Suspense } from 'react';
import { useCountries } from '@/kit/country';
import { useDict } from '@/kit/dict/useDict';
import { searching } from '@/lib/input/fold';
import { lazyModule } from '@/lib/router/lazyModule';
import { LazySelect } from '@/ui/LazySelect';
import { FieldLook, SearchField } from '@/ui/SearchField';
import { useLazyControl } from '@/ui/useLazyControl';
import type { ListChange, ListState } from './listState';
import css from './resource.module.css';

// The calendar is heavy, and most visits of a list do not need it.
const DayRange = lazyModule(() => import('./DayRange'), ['antd']);

export type Option = { value: string; label: string; search?: string };

/** Number of options above which a select is searchable. */
const MAX_PLAIN_OPTIONS = 12;

/**
 * A filter of a list: a text that the field contains (or a number that it is), one or several of some values, of a dictionary's or of
 * the countries, one day, or days at +08:00 (`<field>Start` and `<field>End` on the wire).
 */
export type Filter =
  | { field: string; label: string; kind: 'text' | 'number' }
  | { field: string; label: string; kind: 'select'; options: Option[]; multiple?: boolean }
  | { field: string; label: string; kind: 'dict'; code: string; multiple?: boolean }
  | { field: string; label: string; kind: 'country'; multiple?: boolean }
  | { field: string; label: string; kind: 'day' | 'days' };

type Props = { filters: Filter[]; state: ListState; change: (c: ListChange) => void };
type One<F extends Filter = Filter> = { filter: F; state: ListState; change: Props['change'] };

export function Filters({ filters, state, change }: Props) {
  return filters.map((f) => (
    <div key={f.field} className={css.box} data-on={isOn(f, state)} data-label={f.label}>
      <FilterInput filter={f} state={state} change={change} />
    </div>
  ));
}

/** Whether a filter leaves something out. */
export function isOn(f: Filter, state: ListState): boolean {
  return namesOf([f]).some((name) => state.filters[name]);
}

function FilterInput({ filter: f, state, change }: One) {
  const value = state.filters[f.field];
  const set = (v: string) => change({ filters: { [f.field]: v } });
  const given = { label: f.label, value, set };
  switch (f.kind) {
    case 'select':
      return <Choice {...given} options={f.options} multiple={f.multiple} />;
    case 'dict':
      return <DictChoice {...given} code={f.code} multiple={f.multiple} />;
    case 'country':
      return <CountryChoice {...given} multiple={f.multiple} />;
    case 'days':
      return (
        <Days
          label={f.label}
          start={state.filters[`${f.field}Start`]}
          end={state.filters[`${f.field}End`]}
          onChange={(start, end) => change({ filters: { [`${f.field}Start`]: start, [`${f.field}End`]: end } })}
        />
      );
    case 'day':
      return <Day {...given} />;
    default:
      return <TextFilter {...given} number={f.kind === 'number'} />;
  }
}

/** The browser's own: one day needs no calendar of ours. */
function Day({ label, value, set }: FilterControl) {
  return (
    <FieldLook className={css.filter}>
      <input
        className="ant-input"
        type="date"
        aria-label={label}
        title={label}
        value={value ?? ''}
        onChange={(e) => set(e.target.value)}
      />
    </FieldLook>
  );
}

type DaysProps = { label: string; start?: string; end?: string; onChange: (start: string, end: string) => void };

/** Stands for the calendar until the user opens it, or until there are days to show. */
function Days({ label, start, end, onChange }: DaysProps) {
  const t = useTranslations('table');
  // The keyboard passes through; a press wants to see the calendar.
  const [wanted, want] = useLazyControl(DayRange);
  const stand = (
    <FieldLook className={css.days} suffix={<CalendarOutlined aria-hidden />}>
      <input
        className="ant-input"
        readOnly
        type="text"
        value=""
        aria-label={label}
        placeholder={`${label} ${t('from')} – ${t('until')}`}
        onPointerEnter={() => void DayRange.preload().catch(() => {})}
        onPointerDown={() => want('open')}
        onFocus={(e) => want('focus', e.currentTarget)}
      />
    </FieldLook>
  );
  if (!wanted && !start && !end) return stand;
  return (
    <Suspense fallback={stand}>
      <DayRange label={label} start={start} end={end} wanted={wanted} onChange={onChange} />
    </Suspense>
  );
}

type FilterControl = { label: string; value: string | undefined; set: (v: string) => void };

function TextFilter({ label, value, set, number }: FilterControl & { number: boolean }) {
  return (
    <SearchField
      key={value ?? ''}
      className={css.filter}
      label={label}
      value={value}
      number={number}
      onSearch={(v) => set(number ? v.replace(/[^\d.-]/g, '') : v.trim())}
    />
  );
}

function Choice({ label, value, set, options, multiple }: FilterControl & { options: Option[]; multiple?: boolean }) {
  const t = useTranslations('table');
  const chosen = value?.split(',') ?? [];
  return (
    <LazySelect<string | string[]>
      className={css.filter}
      label={label}
      mode={multiple ? 'multiple' : undefined}
      maxTagCount={0}
      maxTagPlaceholder={(all) => (all.length > 1 ? `${all[0]?.label} +${all.length - 1}` : all[0]?.label)}
      allowClear
      showSearch={options.length > MAX_PLAIN_OPTIONS && searching}
      value={multiple ? chosen : chosen[0]}
      options={options}
      notFoundContent={t('nothing')}
      onChange={(v: string | string[] | undefined) => set(Array.isArray(v) ? v.join(',') : (v ?? ''))}
    />
  );
}

function DictChoice({ code, multiple, ...given }: FilterControl & { code: string; multiple?: boolean }) {
  const options = useDict(code).items.map((i) => ({ value: i.value, label: i.name }));
  return <Choice {...given} options={options} multiple={multiple} />;
}

function CountryChoice({ multiple, ...given }: FilterControl & { multiple?: boolean }) {
  const options = useCountries().options.map(({ disabled: _, ...o }) => o);
  return <Choice {...given} options={options} multiple={multiple} />;
}

/** The parameters that filters have in the address. */
export function namesOf(filters: readonly Filter[]): string[] {
  return filters.flatMap((f) => (f.kind === 'days' ? [`${f.field}Start`, `${f.field}End`] : [f.field]));
}

/** The names of those that are days in the address and instants on the wire. */
export function dayNames(filters: readonly Filter[]): string[] {
  return filters.flatMap((f) => (f.kind === 'days' ? [`${f.field}Start`, `${f.field}End`] : []));
}
