import fs from 'node:fs';
import path from 'node:path';

type Schema = {
  $ref?: string;
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  allOf?: Schema[];
  anyOf?: Schema[];
};
type Operation = { responses: Record<string, { content?: Record<string, { schema: Schema }> }> };
type Document = { paths: Record<string, Record<string, Operation>>; components: { schemas: Record<string, Schema> } };

const file = path.join(import.meta.dirname, '../../pkg/app/openapi.json');
const document = JSON.parse(fs.readFileSync(file, 'utf8')) as Document;

/** Texts by the name of their field; all others are empty. */
const TEXTS: [name: RegExp, text: string][] = [
  [/(^id|Id)$/, '1'],
  [/name$/i, 'One'],
  [/phone/i, '5511987654321'],
  [/countryCode/, 'BR'],
  [/time$/i, '2026-01-01T00:00:00Z'],
  [/^date$/, '2026-01-01'],
];

function resolved(of: Schema): Schema {
  const of_ = of.$ref ? (document.components.schemas[of.$ref.split('/').pop() as string] as Schema) : of;
  if (of_.anyOf) return resolved(of_.anyOf[0] as Schema);
  if (!of_.allOf) return of_;
  const parts = of_.allOf.map(resolved);
  const required = parts.flatMap((p) => p.required ?? []);
  return { type: 'object', required, properties: Object.assign({}, ...parts.map((p) => p.properties)) };
}

/** A value of a schema: the least that the document allows. */
function least(schema: Schema, name = ''): unknown {
  const of = resolved(schema);
  if (of.items) return [];
  if (Array.isArray(of.type)) return null; // what may be missing is
  if (of.enum) return of.enum.find((v) => v !== '') ?? '';
  switch (of.type) {
    case 'string':
      return TEXTS.find(([n]) => n.test(name))?.[1] ?? '';
    case 'integer':
    case 'number':
      return 1;
    case 'boolean':
      return false;
    default:
      return Object.fromEntries((of.required ?? []).map((k) => [k, least(of.properties?.[k] ?? {}, k)]));
  }
}

/** The path of the document that a call goes to, without its parameters' values. */
function pathOf(method: string, pathname: string): string | undefined {
  const at = pathname.replace(/^\/api/, '');
  const has = (p: string) => document.paths[p]?.[method.toLowerCase()] !== undefined;
  if (has(at)) return at;
  const like = (p: string) => new RegExp(`^${p.replace(/\{\w+\}/g, '[^/]+')}$`).test(at);
  return Object.keys(document.paths).find((p) => has(p) && like(p));
}

/** Answers to reads, so that a page does not depend on what other tests left in the product. */
export type Answers = {
  /** Fields of the single row of each list, added to the minimum that the document allows. */
  rows?: object;
  /** Fields of other reads, by method and path of the document: "get /gc/template/{id}". */
  facts?: Record<string, object>;
};

/** Whether a call is about something with the id that samples have. */
const ofSample = ({ pathname, searchParams }: URL) =>
  pathname.split('/').includes('1') || ['id', 'userId', 'userIds'].some((name) => searchParams.get(name) === '1');

/** The answer to a call, or nothing where the server answers. */
export function answerTo(method: string, url: URL, { rows, facts }: Answers): object | undefined {
  const verb = method.toLowerCase();
  const at = pathOf(verb, url.pathname);
  if (!at) return undefined;
  const fact = facts?.[`${verb} ${at}`];
  const listed = rows !== undefined && /\/(page|rate|messages|recharge)$/.test(at);
  if (!fact && !(verb === 'get' && (rows || facts) && (listed || ofSample(url)))) return undefined;
  const schema = document.paths[at]?.[verb]?.responses['200']?.content?.['application/json']?.schema;
  const data = resolved(resolved(schema ?? {}).properties?.data ?? {});
  const list = Array.isArray(fact) ? fact : [fact ?? rows];
  const all = (items: Schema) => list.map((one) => ({ ...(least(items) as object), ...one }));
  const records = data.properties?.records && resolved(data.properties.records).items;
  const page = records && { records: all(records), size: 20, total: list.length };
  const answer = data.items ? all(data.items) : { ...(least(data) as object), ...(page ?? fact) };
  return { code: 200, message: 'ok', data: answer };
}
