import type { FormInstance } from 'antd';
import type { ReactNode } from 'react';
import type { Gate } from '../access/Can';
import type { Confirm } from '../action/ActionButton';
import type { AnyInput } from '../api/client';
import type { ListPath, Method, PathOf, RecordOf } from '../api/types';
import type { Column } from './columns';
import type { Filter } from './Filters';

/** What a form does: nothing (closed), adds, or changes a row (platform-services §4). */
export type FormState<R> = { mode: 'none' } | { mode: 'add'; values?: object } | { mode: 'update'; row: R };

/** Opens and closes the form of the page. */
export type PageHandle<R> = {
  /** `values`: what its fields begin with instead of the defaults, a copy of a row for instance. */
  add: (values?: object) => void;
  update: (row: R) => void;
  refresh: () => void;
};

/** Something that can be done with one row. */
export type RowAction<R> = {
  key: string;
  label: string;
  gate?: Gate;
  /** Left out when false. */
  shown?: (row: R) => boolean;
  /** Why not now; the button is off and tells. */
  disabled?: (row: R) => string | false;
  danger?: boolean;
  confirm?: (row: R) => Confirm;
  /** Said when it worked. */
  done?: string;
} & (
  | { call: (row: R) => { method: Exclude<Method, 'get'>; path: string; input?: AnyInput } }
  | { run: (row: R, page: PageHandle<R>) => unknown }
);

/** Something that can be done with all selected rows at once. */
export type BatchAction<R> = {
  key: string;
  label: string;
  gate?: Gate;
  danger?: boolean;
  /** Why not with these rows. */
  disabled?: (rows: R[]) => string | false;
  confirm?: (rows: R[]) => Confirm;
  done?: string;
} & (
  | { call: (rows: R[]) => { method: Exclude<Method, 'get'>; path: string; input?: AnyInput } }
  | { run: (rows: R[], page: PageHandle<R>) => unknown }
);

/** A form that adds or changes a row. `V` are the values of its fields. */
export type FormSpec<R, V extends object> = {
  add?: { path: PathOf<'post'>; gate?: Gate; label?: string; title?: string };
  update?: {
    path: PathOf<'put'>;
    gate?: Gate;
    label?: string;
    title?: string;
    /** Rows that can be changed; all when left out. */
    shown?: (row: R) => boolean;
  };
  /** `Field`s of the kit; written once for both. */
  fields: (of: { mode: 'add' | 'update'; row?: R; form: FormInstance<V> }) => ReactNode;
  /** What the fields of a new row begin with. */
  defaults?: Partial<V>;
  /** What the fields of an existing row begin with; the row itself when left out. */
  values?: (row: R) => Partial<V>;
  /** The body that is sent; the values (with the row's id) when left out. */
  body?: (values: V, row?: R) => unknown;
  /** Path parameters of the update. */
  params?: (row: R) => Record<string, string>;
  in?: 'drawer' | 'modal';
  width?: number;
  done?: string;
};

/** A list with its form and actions: everything that a plain page is. */
export type Resource<P extends ListPath, V extends object = Record<string, unknown>> = {
  /** GET of the list; `…/page`. */
  list: P;
  title: string;
  note?: string;
  rowKey?: keyof RecordOf<P> & string;
  columns: Column<RecordOf<P>>[];
  filters?: Filter[];
  /** Parameters of every call that the address does not show. */
  fixed?: Record<string, unknown>;
  params?: Record<string, string>;
  /** In the address before this list's parameters, where a page has two lists. */
  prefix?: string;
  form?: FormSpec<RecordOf<P>, V>;
  actions?: RowAction<RecordOf<P>>[];
  batch?: BatchAction<RecordOf<P>>[];
  /** `true`: `<list without /page>/export` for everybody who sees the list. */
  export?: boolean | { path?: string; gate?: Gate };
  /** GET paths besides the list whose answers a change makes stale. */
  changes?: PathOf<'get'>[];
  /** Called after every change that succeeded: for what is kept elsewhere. */
  onChanged?: () => unknown;
  every?: number | false | ((rows: RecordOf<P>[]) => number | false);
  /** Beside the add button. */
  extra?: ReactNode;
  /** What an empty list says. */
  empty: string;
};
