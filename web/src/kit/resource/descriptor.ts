import type { FormInstance } from 'antd';
import type { ReactNode } from 'react';
import type { AccessRule } from '@/kit/access/Can';
import type { Confirm } from '@/kit/action/ActionButton';
import type { BulkAction } from '@/kit/action/BulkDialog';
import type { FormParts } from '@/kit/form/formOf';
import type { AllRows } from '@/kit/print/allRows';
import type { ApiRequest } from '@/lib/api/request';
import type { ListPath, ParamsOf, PathOf, QueryOf, RecordOf } from '@/lib/api/types';
import type { Columns, FilterName, Noun, Word } from './schema';

/** State of a form: closed, adding, or updating a row (platform-services §4). */
export type FormState<R> = { mode: 'none' } | { mode: 'add'; values?: object } | { mode: 'update'; row: R };

/** Opens and closes the form of the page. */
export type PageHandle<R> = {
  /** `values`: what its fields begin with instead of the defaults, a copy of a row for instance. */
  add: (values?: object) => void;
  update: (row: R) => void;
  refresh: () => void;
};

/** The label is the message of the key, unless it is given. */
type Named<W extends string> = { key: W; label?: string } | { key: string; label: string };

type RowOperation<R> = AccessRule & {
  /** Left out when false. */
  shown?: (row: R) => boolean;
  /** Why the action is unavailable; the button is disabled and shows the reason. */
  disabled?: (row: R) => string | false;
  danger?: boolean;
  confirm?: (row: R) => Confirm;
  /** Said when it worked. */
  done?: string;
  /** The call that reverses it, offered beside `done`; for what anything else cannot have built on meanwhile. */
  undo?: (row: R) => ApiRequest;
  /** Told what the call answered. */
  onAnswer?: (answer: unknown, row: R) => unknown;
  /** Told why the call failed, which is said all the same. */
  onFailed?: (e: unknown) => unknown;
} & ({ call: (row: R) => ApiRequest } | { run: (row: R, page: PageHandle<R>) => unknown });

/** An action on one row. */
export type RowAction<R, N extends Noun = never> = Named<Word<N>> & RowOperation<R>;

type BatchOperation<R> = AccessRule & {
  danger?: boolean;
  /** Why not with these rows. */
  disabled?: (rows: R[]) => string | false;
  confirm?: (rows: R[]) => Confirm;
  done?: string;
} & (
    | { call: (rows: R[]) => ApiRequest }
    | { run: (rows: R[], page: PageHandle<R>) => unknown }
    /** One call for each row, with a dialog before and after. */
    | { bulk: BulkAction<R> }
  );

/** An action on all selected rows. */
export type BatchAction<R, N extends Noun = never> = Named<Word<N>> & BatchOperation<R>;

/** Actions with their labels, as the kit draws them. */
export type LabelledRowAction<R> = RowOperation<R> & { key: string; label: string };
export type LabelledBatchAction<R> = BatchOperation<R> & { key: string; label: string };

/** A form that adds or changes a row. `V` are the values of its fields. */
import type { Question } from '@/kit/form/OverlayForm';
export type FormSpec<R, V extends object> = {
  /** Labelled `add` of the feature's messages, where there is one. */
  add?: AccessRule & { label?: string; title?: string };
  update?: AccessRule & {
    label?: string;
    title?: string | ((row: R) => string);
    /** Rows that can be changed; all when left out. */
    shown?: (row: R) => boolean;
  };
  /** Written once for both. `Field`, `NumberField` and `useWatch` know the fields of the form. */
  fields: (of: { mode: 'add' | 'update'; row?: R; form: FormInstance<V> } & FormParts<V>) => ReactNode;
  /** Initial values of a new row. */
  defaults?: Partial<V>;
  /** Initial values of an existing row; the row itself when omitted. */
  values?: (row: R) => Partial<V>;
  /** The call that adds, or changes the row: `request('post', '/sysuser', { body })`. */
  send: (values: V, row?: R) => ApiRequest;
  /** Returns a confirmation to show before the values are sent, if one is needed. */
  confirm?: (values: V, row?: R) => Question | undefined | Promise<Question | undefined>;
  in?: 'drawer' | 'modal';
  width?: number;
  done?: string;
  /** Told what the call answered. */
  onAnswer?: (answer: unknown, values: V, row?: R) => unknown;
};

type ExportPath = Extract<PathOf<'get'>, `${string}/export`>;
/** `true`: `<list without /page>/export`, where there is one, for all users who see the list. */
type ExportRule<P> =
  | (P extends `${infer Base}/page` ? (`${Base}/export` extends ExportPath ? true | AccessRule : never) : never)
  | (AccessRule & { path: ExportPath });

/** Texts of the page that the feature's messages do not have. */
type RequiredTexts<N extends Noun, K extends string> = K extends Word<N> ? unknown : { [key in K]: string };

/** A list with its form and actions: everything that a plain page is. */
export type Resource<P extends ListPath, N extends Noun, V extends object = Record<string, unknown>> = {
  /** GET of the list; `…/page`. */
  list: P;
  /** The feature's messages: `title`, `note`, `empty`, `add`, and the names of fields and actions. */
  words: N;
  title?: string;
  note?: string;
  /** Text of an empty list. */
  empty?: string;
  rowKey?: keyof RecordOf<P> & string;
  columns: Columns<P, N>;
  /** The order of the filters where it is not that of the columns. */
  filters?: FilterName<P>[];
  /** Parameters of every call that the address does not show. */
  fixed?: Partial<QueryOf<P>>;
  params?: ParamsOf<P>;
  /** Prefix of the list's parameters in the address, where a page has two lists. */
  prefix?: string;
  form?: FormSpec<RecordOf<P>, V>;
  actions?: RowAction<RecordOf<P>, N>[];
  batch?: BatchAction<RecordOf<P>, N>[];
  export?: ExportRule<P>;
  /** The filter of the export by which the selected rows are exported, several separated by commas. */
  exportBy?: FilterName<P>;
  /** A document of the rows that match the filters, to save as PDF. */
  document?: { name: string; sheet: (found: AllRows<RecordOf<P>>) => ReactNode };
  /** GET paths besides the list whose answers a change makes stale. */
  changes?: PathOf<'get'>[];
  /** Called after every successful change, to update caches outside of the queries. */
  onChanged?: () => unknown;
  every?: number | false | ((rows: RecordOf<P>[]) => number | false);
  /** Usual number of rows, if it is less than a page: as many skeleton rows are shown while the list loads. */
  expected?: number;
  /** `false`: the user cannot choose columns. */
  settings?: false;
  /** Content beside the add button. */
  extra?: ReactNode;
} & RequiredTexts<N, 'title'> &
  RequiredTexts<N, 'empty'>;
