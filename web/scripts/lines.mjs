// npm run lines: the lines of every page, by feature: TypeScript (what a page costs), styles and texts beside it.
import fs from 'node:fs';
import path from 'node:path';
import { pages } from './registry.mjs';

const ROOT = path.join(import.meta.dirname, '..');
const GOAL = 120;
const features = new Map();
for (const { module } of Object.values(pages(ROOT))) {
  const feature = module.split('/').at(-2);
  features.set(feature, [...(features.get(feature) ?? []), module]);
}

const read = (file) => fs.readFileSync(file, 'utf8');
const lines = (text) => text.split('\n').length - 1;

const rows = [...features].map(([folder, of]) => {
  const at = path.join(ROOT, 'src/features', folder);
  const files = fs.readdirSync(at).map((f) => ({ name: f, text: read(path.join(at, f)) }));
  const code = files.filter((f) => /\.tsx?$/.test(f.name));
  const texts = files.filter((f) => f.name === 'messages.json');
  const all = code.map((f) => f.text).join('\n');
  const lists = [...all.matchAll(/^\s+list: /gm)].length;
  const list = lists > 0;
  // Nothing but a list and its form: no part of the page is drawn by the feature itself.
  const plain =
    list && code.every((f) => !/\b(useQuery|useSearch|PageModal|PageDrawer|OverlayForm|Page)\b/.test(f.text));
  return {
    feature: folder,
    pages: of.length,
    lists,
    files: code.length,
    code: code.reduce((n, f) => n + lines(f.text), 0),
    css: files.filter((f) => f.name.endsWith('.css')).reduce((n, f) => n + lines(f.text), 0),
    texts: texts.reduce((n, f) => n + lines(f.text), 0),
    kind: plain ? (/\bform:/.test(all) ? 'list + form' : 'list') : list ? 'list + more' : 'composed',
  };
});

rows.sort((a, b) => a.kind.localeCompare(b.kind) || a.code - b.code);
const line = (...cells) =>
  cells.map((c, i) => (i === 0 || i === 7 ? String(c).padEnd(14) : String(c).padStart(7))).join(' ');
console.log(line('feature', 'pages', 'lists', 'lines', 'each', 'css', 'texts', '  kind'));
for (const r of rows) {
  const each = Math.round(r.code / Math.max(r.pages, r.lists)); // a page may have two lists, each with its form
  const goal = r.kind.startsWith('list') && !r.kind.endsWith('more') ? (each <= GOAL ? '  ok' : `  > ${GOAL}`) : '';
  console.log(line(r.feature, r.pages, r.lists, r.code, each, r.css, r.texts, `  ${r.kind}${goal}`));
}
const sum = (field) => rows.reduce((n, r) => n + r[field], 0);
console.log(line('all', sum('pages'), sum('files'), sum('code'), '', sum('css'), sum('texts'), ''));
