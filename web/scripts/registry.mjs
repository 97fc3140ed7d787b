// The registry of pages. A feature names its pages in `pages.json`: the uri of a menu node → the module in the same folder, and the
// list that the page begins with. From these files and the imports of the modules comes `src/app/registry.gen.ts`: every page with its
// module, texts and first list.
import fs from 'node:fs';
import path from 'node:path';
import { namespaces, START, writeChanged } from './messages.mjs';

const ROOT = path.join(import.meta.dirname, '..');
const read = (file) => fs.readFileSync(file, 'utf8');

/** The module that an import names, if it is one of the console. */
function fileOf(from, name, root) {
  const base = name.startsWith('@/')
    ? path.join(root, 'src', name.slice(2))
    : name.startsWith('.') && path.join(path.dirname(from), name);
  return base ? ['.ts', '.tsx'].map((end) => base + end).find((file) => fs.existsSync(file)) : undefined;
}

/** Components of antd that have no texts of their own. */
const SILENT = new Set(['Alert', 'Badge', 'Button', 'Checkbox', 'Empty', 'Flex', 'Segmented', 'Skeleton']);
const speaks = (imported) =>
  imported
    .replace(/[{}\s]+/g, ' ')
    .split(',')
    .map((name) => name.trim())
    .some((name) => name !== '' && !name.startsWith('type ') && !SILENT.has(name));

/** What one module says and imports. */
function parse(file, root) {
  const text = read(file);
  const texts = new Set(Array.from(text.matchAll(/useTranslations(?:<[^>]*>)?\('(\w+)/g), (m) => m[1]));
  if (/useTranslations\(\)/.test(text)) for (const [, name] of text.matchAll(/\bt\(\s*[`'](\w+)\./g)) texts.add(name);
  // A description names its texts.
  if (file.includes(`${path.sep}features${path.sep}`))
    for (const [, name] of text.matchAll(/\bwords(?:: |=)['"](\w+)['"]/g)) texts.add(name);
  const imports = [];
  for (const [, types, what, name] of text.matchAll(/^(?:import|export)( type)? ([^;]*?)from '([^']+)'/gms)) {
    if (types) continue;
    if (name === 'dayjs' || (name === 'antd' && speaks(what))) texts.add('antd');
    const next = fileOf(file, name, root);
    if (next) imports.push(next);
  }
  return { texts, imports };
}

/** Returns a function that names the texts of a module and its imports beside those of the start; late modules bring their own. */
export function textsOf(root = ROOT) {
  const parsed = new Map();
  return (module) => {
    const out = new Set();
    const seen = new Set();
    const open = [module];
    for (let file = open.pop(); file; file = open.pop()) {
      if (seen.has(file)) continue;
      seen.add(file);
      const known = parsed.get(file) ?? parse(file, root);
      parsed.set(file, known);
      for (const name of known.texts) out.add(name);
      open.push(...known.imports);
    }
    return [...out].filter((name) => !START.includes(name)).sort();
  };
}

/**
 * Every page of the features: its uri, module, texts and first list.
 * @returns {Record<string, { module: string, words: string[], list?: string }>}
 */
export function pages(root = ROOT) {
  const features = path.join(root, 'src/features');
  const says = textsOf(root);
  const known = new Set(['antd', ...Object.keys(namespaces(root))]);
  const out = {};
  for (const feature of fs.readdirSync(features).sort()) {
    const file = path.join(features, feature, 'pages.json');
    if (!fs.existsSync(file)) continue;
    for (const [uri, { page, list }] of Object.entries(JSON.parse(read(file)))) {
      const module = path.join(features, feature, `${page}.tsx`);
      if (out[uri]) throw new Error(`features/${feature}/pages.json: another page has the uri ${uri}`);
      if (!fs.existsSync(module)) throw new Error(`features/${feature}/pages.json: ${uri} names no module: ${page}`);
      const words = says(module);
      const none = words.find((name) => !known.has(name));
      if (none) throw new Error(`features/${feature}/${page}.tsx: no messages.json has the namespace ${none}`);
      out[uri] = { module: `@/features/${feature}/${page}`, words, list };
    }
  }
  return out;
}

const lineOf = ([uri, { module, words, list }]) =>
  `  '${uri}': page(() => import('${module}'), [${words.map((w) => `'${w}'`).join(', ')}]${list ? `, '${list}'` : ''}),`;

/** Writes the registry; returns the files that changed. */
export function register(root = ROOT) {
  const all = pages(root);
  const text = `// Written by scripts/registry.mjs.
import { page } from './lazyPage';
import type { LazyModule } from '@/lib/router/lazyModule';

/** uri of a menu node -> page module. */
export const pages: Record<string, LazyModule> = {
${Object.entries(all).map(lineOf).join('\n')}
};
`;
  return writeChanged(path.join(root, 'src/app'), new Map([['registry.gen.ts', text]]));
}
