// npm run page -- <noun> <path> [uri]: a page of a list and its form from the OpenAPI document, with its texts in four languages, its
// line in the registry and its browser test. `--into <folder>` writes into another copy of the console.
// What comes out is a beginning: an editor's pass over the words, and what the document does not say (which columns matter most).
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { LOCALES } from './messages.mjs';
import { callsOf, dictionaries, nodeOf, wordsOf } from './page/server.mjs';
import { pageOf, specOf } from './page/source.mjs';
import { TEXTS } from './page/texts.mjs';

const args = process.argv.slice(2);
const into = args.includes('--into') ? args.splice(args.indexOf('--into'), 2)[1] : path.join(import.meta.dirname, '..');
const [noun, at, uri = at?.slice(1)] = args;
if (!noun || !/^[a-z][A-Za-z]*$/.test(noun) || !at?.startsWith('/')) {
  console.error('npm run page -- <noun> <path> [uri], for example: npm run page -- customer /aty/customerinfo');
  process.exit(1);
}
const file = (...parts) => path.join(into, ...parts);
if (fs.existsSync(file('src/features', noun))) {
  console.error(`src/features/${noun} is there already`);
  process.exit(1);
}

const calls = callsOf(at);
const page = pageOf(noun, at, calls, dictionaries());
const words = wordsOf(into);
const node = nodeOf(uri);
const written = [];

function write(name, text) {
  fs.mkdirSync(path.dirname(file(name)), { recursive: true });
  fs.writeFileSync(file(name), text);
  written.push(name);
}

const wanted = ['empty'];
if (page.form && calls.add?.body) wanted.push('add');
if (page.form && calls.update?.body) wanted.push('edit');
if (calls.remove) wanted.push('del', 'delTitle', 'delText', 'deleted');
const text = (of) => Object.fromEntries(LOCALES.map((locale, i) => [locale, of(i, locale)]));
const messages = {
  title: text((i, locale) => node?.languages[locale.replace('-', '_')] ?? words.find(noun, i)),
  ...Object.fromEntries(wanted.map((w) => [w, text((i) => TEXTS[w][i])])),
  ...Object.fromEntries(page.names.map((name) => [name, text((i) => words.find(name, i))])),
};

write(`src/features/${noun}/${page.component}.tsx`, page.text);
write(
  `src/features/${noun}/messages.json`,
  `{"${noun}": {\n${Object.entries(messages)
    .map((entry) => entry.map((part) => JSON.stringify(part)).join(': '))
    .join(',\n')}\n}}`,
);
write(`src/features/${noun}/pages.json`, JSON.stringify({ [uri]: { page: page.component, list: `${at}/page` } }));
write(
  `e2e/${noun}.spec.ts`,
  specOf(noun, {
    ...page,
    calls,
    at: node?.path ?? `/${uri}`,
    title: messages.title['en-US'],
    add: messages.add?.['en-US'],
  }),
);
const biome = path.join(import.meta.dirname, '../node_modules/.bin/biome');
execFileSync(biome, ['check', '--write', ...written], { cwd: into, stdio: ['ignore', 'ignore', 'inherit'] });

console.log(written.join('\n'));
if (!node) console.log(`\nNo node of the menu has the uri ${uri} yet: it stands in the room's menu.json.`);
if (words.missing.size > 0) console.log(`\nNo text of the server names: ${[...words.missing].join(', ')}.`);
