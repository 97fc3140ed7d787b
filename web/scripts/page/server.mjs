// What the server says about a list: its rows, calls and permissions, and what things are called in four languages.
import fs from 'node:fs';
import path from 'node:path';
import { isText, LOCALES, namespaces } from '../messages.mjs';

const ROOT = path.join(import.meta.dirname, '../../..');

const read = (file) => fs.readFileSync(file, 'utf8');
const json = (file) => JSON.parse(read(file));

/** Files of that name in the server's modules. */
function inModules(name, root = ROOT) {
  const modules = path.join(root, 'pkg');
  return fs.readdirSync(modules, { recursive: true }).flatMap((f) => {
    const at = String(f);
    return path.basename(at) === name && !at.includes('testdata') ? [path.join(modules, at)] : [];
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
    ...follow(s),
    name,
    type: typeOf(s),
    needed: required.includes(name),
  }));
}

/** The rows that a call answers; undefined where it is no list. */
function rowOf(list) {
  const answer = follow(list?.responses[200]?.content['application/json']?.schema);
  const records = follow(follow(answer.properties?.data).properties?.records);
  return records.items && follow(records.items).properties;
}

/** The calls of `<path>`: its list (`<path>/page`, or the path itself), and what adds, changes, deletes and exports. */
export function callsOf(at) {
  const list = [`${at}/page`, at].find((p) => rowOf(document.paths[p]?.get));
  if (!list) throw new Error(`the OpenAPI document has no list GET ${at}/page or GET ${at}`);
  const get = document.paths[list].get;
  const own = document.paths[at] ?? {};
  const below = Object.entries(document.paths).find(([p, o]) => p.startsWith(`${at}/{`) && p.endsWith('}') && o.delete);
  const [, key] = /\{(\w+)\}$/.exec(below?.[0] ?? '') ?? [];
  const write = (op) => op && { permission: op['x-permission'], body: bodyOf(op) };
  const routes = Object.entries(document.paths).flatMap(([p, ops]) =>
    p === at || p.startsWith(`${at}/{`)
      ? Object.keys(ops).flatMap((method) => (method === 'get' ? [] : [`${method.toUpperCase()} ${p}`]))
      : [],
  );
  return {
    list,
    permission: get['x-permission'],
    fields: Object.entries(rowOf(get)).map(([name, s]) => ({ name, type: typeOf(s), format: follow(s).format })),
    sorts: get['x-sort-fields'] ?? [],
    filters: get.parameters.filter((p) => p.in === 'query').map((p) => p.name),
    exports: Boolean(document.paths[`${at}/export`]?.get),
    add: write(own.post),
    update: write(own.put),
    remove: below && { path: below[0], key, permission: below[1].delete['x-permission'] },
    routes,
  };
}

/** The server's dictionaries: code -> type of its values (1 number, 2 string). */
export function dictionaries() {
  const rows = inModules('dict.tsv').flatMap((f) => read(f).split('\n'));
  return new Map(rows.map((row) => row.split('\t').slice(0, 2)).map(([code, type]) => [code, Number(type)]));
}

/** The node of the menu that opens a page. */
export const nodeOf = (uri) => nodes().find((n) => n.uri === uri);
const nodes = (root = ROOT) => inModules('menu.json', root).flatMap(json);

const inFour = (languages) => Object.fromEntries(LOCALES.map((l) => [l, languages[l.replace('-', '_')]]));

/** The name of a page: as the menu calls it, or a node for the same permission. */
export function titleOf(uri, permission) {
  const node = nodeOf(uri) ?? nodes().find((n) => n.permission === permission);
  return node && inFour(node.languages);
}

/** Adds a node to the `menu.json` that has the list's permission or its neighbours; returns the file, or undefined where there is none. */
export function addNode(root, { uri, permission, title }) {
  const close = (n) =>
    (n.permission === permission ? 2 : 0) + (n.parentId && n.uri?.split('/')[0] === uri.split('/')[0] ? 1 : 0);
  const files = inModules('menu.json', root).map((file) => {
    const best = json(file).toSorted((a, b) => close(b) - close(a) || b.sort - a.sort)[0];
    return { file, best };
  });
  const { file, best } = files.toSorted((a, b) => close(b.best) - close(a.best))[0] ?? {};
  if (!best || close(best) === 0) return undefined;
  const own = json(file).filter((n) => n.parentId === best.parentId);
  const node = [
    ['id', uri.replaceAll('/', '.')],
    ['parentId', best.parentId],
    ['sort', Math.max(...own.map((n) => n.sort)) + 10],
    ['type', 1],
    ['targetType', 1],
    ['uri', uri],
    ['path', `/${uri}`],
    ['icon', best.icon],
    ['permission', permission],
  ];
  const of = (pairs) => pairs.map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`).join(', ');
  const languages = of(LOCALES.map((l) => [l.replace('-', '_'), title[l]]));
  const text = `  {${of(node)},\n   "languages": {${languages}}}`;
  fs.writeFileSync(file, read(file).replace(/\}\s*\]\s*$/, `},\n${text}\n]\n`));
  return path.relative(root, file);
}

/** Fields as the console's common words, the server's spreadsheets, its audit log and other pages of the console call them. */
export function textsOf(console) {
  const titles = Object.assign({}, ...inModules('messages.json').map(json));
  const { auditWords, common, ...pages } = namespaces(console);
  const others = Object.assign({}, ...Object.values(pages));
  const whole = (text) => text && isText(text) && !Object.values(text).some((word) => word.includes('{'));
  // The unit stands in the head of a column of credit already.
  const plain = (word) => word.replace(/ ?[（(](credits|créditos|点数|點數|积分|積分)[)）]$/, '');
  const find = (name) => {
    const title = titles[`export.column.${name}`];
    const known = title && title.en_US !== name ? inFour(title) : undefined;
    const found = [known, auditWords.field[name], others[name]].find(whole);
    return found && Object.fromEntries(Object.entries(found).map(([locale, word]) => [locale, plain(word)]));
  };
  return { common: new Set(Object.keys(common)), done: auditWords.done, find };
}
