import { useQuery } from '@tanstack/react-query';
import { Flex, Skeleton } from 'antd';
import { useTranslations } from 'next-intl';
import { type KeyboardEvent, useRef, useState } from 'react';
import { usePermission } from '@/kit/access/Can';
import { useCountries } from '@/kit/country';
import { useDict } from '@/kit/dict/useDict';
import { ErrorAlert } from '@/kit/page/ErrorAlert';
import { ScrollBox } from '@/kit/page/ScrollBox';
import { get } from '@/lib/api/query';
import { useFormat } from '@/lib/format';
import { searching } from '@/lib/input/fold';
import { isEnter } from '@/lib/input/keys';
import { Select } from '@/ui/Select';
import { useNarrow } from '@/ui/useNarrow';
import { GridCell } from './GridCell';
import { GridDetail } from './GridDetail';
import { type Cell, type GridOwner, gridOf, keyOf, moved, type Place } from './grid';
import css from './grid.module.css';
import type { OwnSource } from './origin';
import { ANYWHERE, PLATFORM } from './price';
import { useGridEdit } from './useGridEdit';

const EMPTY: Cell[] = [];

function useGrid({ id, list }: GridOwner) {
  const query = { query: { userId: id } };
  const own = useQuery({ ...get('/aty/customerinfo/price/grid', query), enabled: !list });
  const listed = useQuery({ ...get('/proxy/service/price/grid', query), enabled: Boolean(list) });
  return list ? listed : own;
}

/** Prices by country and service. Each is changed where it stands, and says why it applies. */
export default function Grid({ owner, list }: { owner: string; list?: boolean }) {
  const t = useTranslations('price');
  const f = useFormat();
  const found = useGrid({ id: owner, list });
  const editable = usePermission()(list ? 'proxy:price' : 'aty:customerinfo:price');
  const edit = useGridEdit({ id: owner, list });
  const box = useRef<HTMLDivElement>(null);
  const names = useDict('service');
  const [added, setAdded] = useState<string[]>([]);
  const [one, setOne] = useState<string>();
  const [active, setActive] = useState<Place>();
  const [editing, setEditing] = useState<Place & { how: 'all' | 'typed' }>();
  const all = names.items.map((i) => i.value);
  const narrow = useNarrow();
  const shownService = one ?? all[0] ?? '';
  const services = narrow ? all.filter((s) => s === shownService) : all;
  const { at, countries } = gridOf(found.data?.cells ?? EMPTY);
  const rows = [
    ANYWHERE,
    ...[...new Set([...countries, ...added])].toSorted((a, b) => f.country(a).localeCompare(f.country(b))),
  ];
  const nameOf = (country: string) => (country === ANYWHERE ? t('anywhere') : f.country(country));
  const labelOf = (p: Place) => `${names.find(p.service)?.name ?? p.service}, ${nameOf(p.country)}`;
  const source: OwnSource = list ? 'list' : owner === PLATFORM ? PLATFORM : 'own';
  const focus = (p: Place) => box.current?.querySelector<HTMLElement>(`[data-cell="${keyOf(p)}"]`)?.focus();
  const save = (p: Place, after: number | null) => {
    const { own, applies, inherited } = at(p);
    return edit.save({ ...p, before: own, after, was: applies.price, becomes: after ?? inherited.price });
  };
  const leave = (p: Place) => {
    setEditing(undefined);
    focus(p);
  };
  const onKey = (p: Place) => (e: KeyboardEvent) => {
    if (e.target !== e.currentTarget || e.ctrlKey || e.metaKey || e.altKey) return;
    const next = moved(e.key, p, services, rows);
    if (next) focus(next);
    else if (editable && (isEnter(e) || e.key === 'F2')) setEditing({ ...p, how: 'all' });
    else if (editable && /^[\d.,]$/.test(e.key)) return setEditing({ ...p, how: 'typed' });
    else if (editable && /^(Delete|Backspace)$/.test(e.key) && at(p).own !== null) void save(p, null);
    else return;
    e.preventDefault();
  };
  const current = active ?? { service: shownService, country: ANYWHERE };
  const waits = found.isPending || names.loading; // its heads and rows would move what is below
  return (
    <div ref={box}>
      <ErrorAlert error={found.error} onRetry={found.refetch} />
      <GridDetail
        {...{ edit, source, editable }}
        label={active && labelOf(active)}
        cell={active && at(active)}
        labelOf={labelOf}
        onRemove={() => active && void save(active, null)}
      />
      {narrow && (
        <Select
          className={css.service}
          aria-label={t('service')}
          value={shownService}
          options={names.options}
          onChange={(v) => setOne(String(v))}
        />
      )}
      {waits && <Skeleton className={css.waits} active title={false} paragraph={{ rows: 8 }} />}
      <ScrollBox label={t('title')} busy={waits}>
        {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the arrows move between its cells (ARIA) */}
        <table className={css.grid} hidden={waits} role="grid" aria-label={t('title')}>
          <thead>
            <tr>
              <th scope="col">{t('countryCode')}</th>
              {services.map((s) => (
                <th key={s} scope="col">
                  {names.find(s)?.name ?? s}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((country) => (
              <tr key={country}>
                <th scope="row">{nameOf(country)}</th>
                {services.map((service) => {
                  const p = { service, country };
                  const isEdited = editing && keyOf(editing) === keyOf(p);
                  return (
                    <GridCell
                      key={service}
                      {...{ source, editable }}
                      cell={at(p)}
                      label={labelOf(p)}
                      max={found.data?.maxPrice ?? 0}
                      busy={edit.busy !== undefined && keyOf(edit.busy) === keyOf(p)}
                      active={keyOf(current) === keyOf(p)}
                      editing={isEdited ? editing.how : false}
                      onFocus={() => setActive(p)}
                      onEdit={(how) => (how ? setEditing({ ...p, how }) : leave(p))}
                      onSave={async (price, next) => {
                        const saved = await save(p, price);
                        if (saved) setEditing((e) => (e && keyOf(e) === keyOf(p) ? undefined : e));
                        if (saved && next) focus(moved('ArrowDown', p, services, rows) ?? p);
                        return saved;
                      }}
                      onKey={onKey(p)}
                    />
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      {editable && !waits && <AddCountry known={rows} onAdd={(code) => setAdded([...added, code])} />}
    </div>
  );
}

/** A country that has no price of its own yet becomes a row. */
function AddCountry({ known, onAdd }: { known: string[]; onAdd: (code: string) => void }) {
  const t = useTranslations('price');
  const countries = useCountries();
  return (
    <Flex className={css.add}>
      <Select<string | null>
        aria-label={t('grid.add')}
        placeholder={t('grid.add')}
        className={css.service}
        value={null}
        loading={countries.loading}
        showSearch={searching}
        options={countries.options.filter((o) => !known.includes(o.value)).map(({ disabled: _, ...o }) => o)}
        onChange={(code) => code && onAdd(code)}
      />
    </Flex>
  );
}
