// What the server says about a list: its rows, calls and permissions, and what things are called in four languages.
import fs from 'node:fs';
import path from 'node:path';
import { inLocale, LOCALES, namespaces } from '../messages.mjs';

const ROOT = path.join(import.meta.dirname, '../../..');

const json = (file) => JSON.parse(fs.readFileSync(file, 'utf8'));

/** Files of that name in the modules. */
function inRooms(name) {
  const rooms = path.join(ROOT, 'pkg');
  return fs.readdirSync(rooms, { recursive: true }).flatMap((f) => {
    const at = String(f);
    return path.basename(at) === name && !at.includes('testdata') ? [path.join(rooms, at)] : [];
  });
}

const document = json(path.join(ROOT, 'pkg/app/openapi.json'));

function follow(schema) {
  let found = schema ?? {};
  while (found.$ref) found = document.components.schemas[found.$ref.split('/').at(-1)];
  return found;
}

const typeOf = (schema) => [follow(schema).type].flat().find((t) => t !== 'null');

function bodyOf(op) {
  const schema = op?.requestBody?.content['application/json']?.schema;
  if (!schema) return undefined;
  const { properties = {}, required = [] } = follow(schema);
  return Object.entries(properties).map(([name, s]) => ({
    name,
    type: typeOf(s),
    needed: required.includes(name),
    ...follow(s),
  }));
}

/** The calls of `<path>`: its list, and what adds, changes, deletes and exports. */
export function callsOf(at) {
  const list = document.paths[`${at}/page`]?.get;
  if (!list) throw new Error(`the OpenAPI document has no GET ${at}/page`);
  const answer = follow(list.responses[200].content['application/json'].schema);
  const record = follow(follow(follow(answer.properties.data).properties.records).items);
  const own = document.paths[at] ?? {};
  const below = Object.entries(document.paths).find(([p, o]) => p.startsWith(`${at}/{`) && p.endsWith('}') && o.delete);
  const [, key] = /\{(\w+)\}$/.exec(below?.[0] ?? '') ?? [];
  const write = (op) => op && { permission: op['x-permission'], body: bodyOf(op) };
  return {
    fields: Object.entries(record.properties).map(([name, s]) => ({ name, type: typeOf(s), format: follow(s).format })),
    sorts: list['x-sort-fields'] ?? [],
    filters: list.parameters.filter((p) => p.in === 'query').map((p) => p.name),
    exports: Boolean(document.paths[`${at}/export`]?.get),
    add: write(own.post),
    update: write(own.put),
    remove: below && { path: below[0], key, permission: below[1].delete['x-permission'] },
  };
}

/** The server's dictionaries: code -> type of its values (1 number, 2 string). */
export function dictionaries() {
  const rows = inRooms('dict.tsv').flatMap((f) => fs.readFileSync(f, 'utf8').split('\n'));
  return new Map(rows.map((row) => row.split('\t').slice(0, 2)).map(([code, type]) => [code, Number(type)]));
}

/** The node of the menu that opens a page. */
export function nodeOf(uri) {
  return inRooms('menu.json')
    .flatMap(json)
    .find((n) => n.uri === uri);
}

/** Fields as the server's spreadsheets, then its audit log, then other pages of the console call them; else their own names. */
export function wordsOf(console) {
  const titles = Object.assign({}, ...inRooms('messages.json').map(json));
  const { auditWords, ...own } = namespaces(console);
  const pages = LOCALES.map((l) => Object.assign({}, ...Object.values(own).map((texts) => inLocale(texts, l))));
  const audit = LOCALES.map((l) => inLocale(auditWords.field, l));
  const plain = (name) =>
    name
      .replace(/([A-Z])/g, ' $1')
      .toLowerCase()
      .replace(/^./, (c) => c.toUpperCase());
  const missing = new Set();
  const find = (name, i) => {
    const title = titles[`export.column.${name}`]?.[LOCALES[i].replace('-', '_')];
    const page = pages[i][name];
    // The unit stands in the head of a column of credit already.
    const found =
      (title !== name && title) || (typeof page === 'string' && !page.includes('{') ? page : audit[i][name]);
    if (!found) missing.add(name);
    return found ? found.replace(/ ?[（(](credits|créditos|点数|點數|积分|積分)[)）]$/, '') : plain(name);
  };
  return { find, missing };
}
