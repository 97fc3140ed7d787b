import { type Messages, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { type CellKind, isNumber, renderValue } from '@/kit/cell/cells';
import type { ListPath, QueryOf, RecordOf, SortOf } from '@/lib/api/types';
import { useFormat } from '@/lib/format';
import type { Column } from './columns';
import type { Filter, Option } from './Filters';

/** The messages of a feature, a namespace of its `messages.json`. */
export type Noun = keyof Messages & string;
export type Word<N extends Noun> = keyof Messages[N] & string;

/** Texts by a key that a type has checked where the page is described. */
export type FeatureTexts = ((key: string) => string) & { has: (key: string) => boolean };

/** The messages of a feature for code that is given their name. */
export function useFeatureTexts(noun: Noun): FeatureTexts {
  return useTranslations(noun) as unknown as FeatureTexts;
}

type Value = string | number | boolean | null | undefined;
type CellKindOf<T> =
  NonNullable<T> extends number ? 'text' | 'count' | 'credit' : Exclude<CellKind, 'count' | 'credit' | 'several'>;

/** The value as what it is, as the entry of a dictionary (several are several), or as drawn by the page. What is no plain value is always drawn. */
type CellLook<R, T> = [NonNullable<T>] extends [readonly (string | number)[]]
  ?
      | { as: 'several'; dict?: undefined; cell?: undefined }
      | ({ as?: undefined } & ({ dict: string; cell?: undefined } | { dict?: undefined; cell: (row: R) => ReactNode }))
  : [T] extends [Value]
    ? { as?: CellKindOf<T>; dict?: string; cell?: (row: R) => ReactNode }
    : { as?: CellKind; dict?: undefined; cell: (row: R) => ReactNode };

/**
 * Filter of a field. `true` filters by the value's kind: one or several dictionary entries or countries, or a text. Others are one
 * entry where the server takes one, given options, yes or no with two labels, or a range of days.
 */
type PlainFilter = true | 'one' | 'text' | 'number' | 'country' | 'day' | { options: Option[]; several?: boolean };
type Either<W> = { either: readonly [yes: W, no: W] };
type FilterBy<P extends ListPath, N extends Noun, F extends string> =
  | (F extends keyof QueryOf<P> ? PlainFilter | Either<Word<N>> : never)
  | (`${F}Start` extends keyof QueryOf<P> ? 'days' : never);

/** Names of the fields that the list can be filtered by. */
type Filterable<P extends ListPath> = keyof QueryOf<P> extends infer K
  ? K extends `${infer F}Start`
    ? F
    : Exclude<K & string, `${string}End` | 'current' | 'size' | 'sortFields' | 'sortOrders'>
  : never;

/** The title is the message of the field's name, where there is one, or the one that is named. */
type Title<N extends Noun, F> =
  | (F extends Word<N> ? { title?: string; titled?: undefined } : { title: string; titled?: undefined })
  | { title?: undefined; titled: Word<N> };
type Sort<P extends ListPath, F> = F extends SortOf<P> ? { sort?: true } : { sort?: undefined };

type ColumnPlace = Omit<Column<never>, 'field' | 'title' | 'render' | 'sort'> & {
  /** Restricts the field to the filters, the table, or the page of one row; omitted: all of them. */
  only?: 'filter' | 'list' | 'detail';
  /** Title of the filter, if it differs from the column's. */
  filterTitle?: string;
};

/** Rendering on the page of one row, which has more space than the cell. */
type Fact<P extends ListPath, F> = F extends keyof RecordOf<P>
  ? { fact?: (row: RecordOf<P>) => ReactNode }
  : { fact?: undefined };

type Field<P extends ListPath, N extends Noun, F extends string> = ColumnPlace &
  Title<N, F> &
  Sort<P, F> & { filter?: FilterBy<P, N, F> } & (F extends keyof RecordOf<P>
    ? CellLook<RecordOf<P>, RecordOf<P>[F]>
    : { only: 'filter'; as?: CellKind; dict?: string }) &
  Fact<P, F>;

/**
 * The one schema of a list: from the line of a field come its cell, alignment, order, filter, its place in an export's query, its line
 * on the page of one row, and its title. A field, filter or order that the OpenAPI document does not have does not compile. `false`
 * leaves a line out.
 */
export type Columns<P extends ListPath, N extends Noun> = {
  [F in (keyof RecordOf<P> | Filterable<P>) & string]?: Field<P, N, F> | false;
} & { [F in OwnColumn]?: OwnColumnField<RecordOf<P>> | false };

/** A column without a field of the row: another call supplies its values. */
type OwnColumn = `own.${string}`;
type OwnColumnField<R> = Omit<ColumnPlace, 'only' | 'filterTitle'> & {
  only?: 'list' | 'detail';
  title: string;
  cell: (row: R) => ReactNode;
};

/** Names of filters, in the order in which they stand where that is not the order of the columns. */
export type FilterName<P extends ListPath> = Filterable<P>;

/** A line of the schema as the kit reads it. */
type Line<R> = ColumnPlace & {
  title?: string;
  titled?: string;
  sort?: true;
  as?: CellKind;
  dict?: string;
  cell?: (row: R) => ReactNode;
  fact?: (row: R) => ReactNode;
  filter?: PlainFilter | Either<string> | 'days';
};
/** Any schema of rows `R`: what `Columns` checks where it is written. */
export type AnyColumns<R> = Record<string, Line<R> | false | undefined>;

/** The dictionary of truth values. */
const YES_NO = 'yes_no';

function filterOf<R>(field: string, label: string, line: Line<R>, t: FeatureTexts): Filter {
  const { filter, as, dict } = line;
  if (typeof filter === 'object' && 'either' in filter) {
    const options = filter.either.map((word, i) => ({ value: String(i === 0), label: t(word) }));
    return { field, label, kind: 'select', options };
  }
  if (typeof filter === 'object')
    return { field, label, kind: 'select', options: filter.options, multiple: filter.several };
  if (filter === 'one' || filter === true) {
    const multiple = filter === true && dict !== YES_NO;
    if (dict) return { field, label, kind: 'dict', code: dict, multiple };
    if (as === 'country') return { field, label, kind: 'country', multiple };
    return { field, label, kind: isNumber(as) ? 'number' : 'text' };
  }
  if (filter === 'country') return { field, label, kind: 'country', multiple: true };
  return { field, label, kind: filter ?? 'text' };
}

export type Schema<R> = { columns: Column<R>[]; filters: Filter[]; facts: Column<R>[] };

/** Reads a schema: the columns of the table, the filters above it, and the facts of one row. */
export function useSchema<R>(noun: Noun, lines: AnyColumns<R>, order?: readonly string[]): Schema<R> {
  const t = useFeatureTexts(noun);
  const f = useFormat();
  const known = Object.entries(lines).flatMap(([field, line]) => (line ? [{ field, line }] : []));
  const titleOf = (field: string, line: Line<R>) => line.title ?? t(line.titled ?? field);
  const columnOf = ({ field, line }: { field: string; line: Line<R> }): Column<R> => {
    const {
      only: _,
      filterTitle: __,
      filter: ___,
      as,
      dict,
      cell,
      title: ____,
      titled: _____,
      fact: ______,
      ...place
    } = line;
    const title = titleOf(field, line);
    return {
      ...place,
      field,
      dict,
      title: as === 'credit' ? f.inCredits(title) : title,
      number: place.number ?? isNumber(as),
      render: cell ?? ((row) => renderValue(row[field as keyof R], as, dict)),
    };
  };
  const filters = known.flatMap(({ field, line }) =>
    line.filter ? [filterOf(field, line.filterTitle ?? titleOf(field, line), line, t)] : [],
  );
  const place = (name: string) => order?.indexOf(name) ?? 0;
  return {
    columns: known.filter(({ line }) => !line.only || line.only === 'list').map(columnOf),
    filters: order ? filters.toSorted((a, b) => place(a.field) - place(b.field)) : filters,
    facts: known
      .filter(({ line }) => (!line.only && !line.phone) || line.only === 'detail')
      .map((of) => ({ ...columnOf(of), ...(of.line.fact && { render: of.line.fact }) })),
  };
}
