import type { Sorts } from './permissions.gen';
import type { paths } from './schema';

export type { Permission } from './permissions.gen';

/** Types of calls, read from the OpenAPI document's paths. */
export type Method = 'get' | 'post' | 'put' | 'delete';

export type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P] extends { [K in M]: { responses: unknown } } ? P : never;
}[keyof paths];

type Operation<M extends Method, P extends PathOf<M>> = paths[P] extends { [K in M]: infer O } ? O : never;

/** `data` of the success envelope. */
export type Data<M extends Method, P extends PathOf<M>> =
  Operation<M, P> extends { responses: { 200: { content: { 'application/json': { data: infer D } } } } } ? D : never;

type QueryIn<O> = O extends { parameters: { query?: infer Q } } ? ([Q] extends [undefined] ? never : Q) : never;
type ParamsIn<O> = O extends { parameters: { path: infer P extends object } } ? P : never;
type RequestOf<O> = O extends { requestBody?: infer R } ? NonNullable<R> : never;
type Content<O, Kind extends string> = [RequestOf<O>] extends [never]
  ? never
  : RequestOf<O> extends { content: { [K in Kind]: infer B } }
    ? B
    : never;
type JsonOf<O> = Content<O, 'application/json'>;
type FormOf<O> = [Content<O, 'multipart/form-data'>] extends [never] ? never : FormData;
type Field<K extends string, T> = [T] extends [never] ? unknown : { [key in K]: T };
type OptionalArgs<K extends string, T> = [T] extends [never] ? unknown : { [key in K]?: T };

/** What a call needs: parameters of its path, its query and its body. */
export type Input<M extends Method, P extends PathOf<M>> = Field<'path', ParamsIn<Operation<M, P>>> &
  OptionalArgs<'query', QueryIn<Operation<M, P>>> &
  Field<'body', JsonOf<Operation<M, P>>> &
  Field<'form', FormOf<Operation<M, P>>>;

/** The rest parameter of a call: left out when the call needs nothing. */
export type Args<M extends Method, P extends PathOf<M>> =
  object extends Input<M, P> ? [input?: Input<M, P>] : [input: Input<M, P>];

/** The body of a call. */
export type BodyOf<M extends Method, P extends PathOf<M>> = JsonOf<Operation<M, P>>;

/** The query of a GET. */
export type QueryOf<P extends PathOf<'get'>> = QueryIn<Operation<'get', P>>;

/** The parameters of a path. */
export type ParamsOf<P extends PathOf<'get'>> = ParamsIn<Operation<'get', P>>;

/** A row of a list. */
export type RecordOf<P extends PathOf<'get'>> =
  Data<'get', P> extends { records: (infer R extends object)[] | null } ? R : never;

/** Lists of the server (decisions §1). */
export type ListPath = {
  [P in PathOf<'get'>]: [RecordOf<P>] extends [never] ? never : P;
}[PathOf<'get'>];

/** By what a list can be ordered. */
export type SortOf<P extends ListPath> = P extends keyof Sorts ? Sorts[P] : never;
