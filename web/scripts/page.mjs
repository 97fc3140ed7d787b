// npm run page -- <noun> <path> [uri]: a page of a list and its form from the OpenAPI document, in one folder: the description, its
// texts in four languages with those of the audit log, and its place in the registry. The page's node is added to a module's menu.json.
// A field without a text ends it, unless `--text field='简体|English|Português|繁體'` gives one. `--into <folder>` writes into another
// copy of the console. What comes out is a beginning: the document does not say which columns matter most.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { LOCALES, namespaces } from './messages.mjs';
import { addNode, callsOf, dictionaries, nodeOf, textsOf, titleOf } from './page/server.mjs';
import { pageOf } from './page/source.mjs';
import { AUDIT } from './page/texts.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    into: { type: 'string', default: path.join(import.meta.dirname, '..') },
    text: { type: 'string', multiple: true, default: [] },
  },
});
const [noun, at, uri = at?.slice(1)] = positionals;
const { into } = values;

function stop(message) {
  console.error(message);
  process.exit(1);
}

if (!noun || !/^[a-z][A-Za-z]*$/.test(noun) || !at?.startsWith('/'))
  stop('npm run page -- <noun> <path> [uri], for example: npm run page -- customer /aty/customerinfo');
const folder = path.join(into, 'src/features', noun);
if (fs.existsSync(folder)) stop(`src/features/${noun} is there already`);
const taken = namespaces(into);
if (taken[noun]) stop(`another feature has the texts ${noun}: choose another noun`);

const given = Object.fromEntries(
  values.text.map((text) => {
    const [name, words = ''] = text.split(/=(.*)/s);
    const four = words.split('|');
    if (four.length !== LOCALES.length) stop(`--text ${name}: ${LOCALES.join('|')}`);
    return [name, Object.fromEntries(LOCALES.map((locale, i) => [locale, four[i]]))];
  }),
);

const calls = callsOf(at);
const page = pageOf(noun, at, calls, dictionaries());
const texts = textsOf(into);
const common = new Map(Object.entries(taken.common).map(([key, text]) => [JSON.stringify(text), `common.${key}`]));

const found = { title: given.title ?? titleOf(uri, calls.permission) };
for (const name of page.names)
  if (given[name] || !texts.common.has(name)) found[name] = given[name] ?? texts.find(name);
const missing = Object.keys(found).filter((name) => !found[name]);
if (missing.length > 0)
  stop(
    `No text names ${missing.join(', ')}. Give them in ${LOCALES.join('|')}:\n${missing
      .map((name) => `  --text ${name}='…|…|…|…'`)
      .join('\n')}`,
  );

/** A text in its languages, or the name of the common one that says the same. */
const written = ([key, text]) => `${JSON.stringify(key)}: ${JSON.stringify(common.get(JSON.stringify(text)) ?? text)}`;
const group = (name, entries) => `${JSON.stringify(name)}: {\n${entries.map(written).join(',\n')}\n}`;
const done = calls.routes
  .filter((route) => !texts.done[route])
  .map((route) => [route, AUDIT(route.split(' ')[0], found.title)]);
const audit = done.length > 0 ? [`"auditWords": {\n${group('done', done)}\n}`] : [];

fs.mkdirSync(folder, { recursive: true });
const files = {
  [`${page.component}.tsx`]: page.text,
  'messages.json': `{\n${[group(noun, Object.entries(found)), ...audit].join(',\n')}\n}\n`,
  'pages.json': JSON.stringify({ [uri]: { page: page.component, list: calls.list } }),
};
for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(folder, name), text);
const biome = path.join(import.meta.dirname, '../node_modules/.bin/biome');
execFileSync(biome, ['check', '--write', path.relative(into, folder)], {
  cwd: into,
  stdio: ['ignore', 'ignore', 'inherit'],
});
console.log(
  Object.keys(files)
    .map((name) => `src/features/${noun}/${name}`)
    .join('\n'),
);

if (!nodeOf(uri)) {
  const menu = addNode(path.join(into, '..'), { uri, permission: calls.permission, title: found.title });
  console.log(menu ?? `No menu.json has a neighbour of ${uri}: add its node by hand.`);
}
