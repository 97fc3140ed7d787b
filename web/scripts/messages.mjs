// npm run messages: cuts every `src/**/messages.json`, where a text stands in its four languages, into what the console loads:
// `messages/<locale>/<namespace>.json`, their types in `index.ts`, and the first screen's in `start.ts`. Next.js, Vitest and
// `npm run typecheck` begin with it. Only files that change are written, so the build's cache holds.
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

export const LOCALES = ['zh-CN', 'en-US', 'pt-BR', 'zh-TW'];

/** Namespaces of the shell and of every list. They load with the first screen and do not grow with the number of pages. */
export const START = ['errors', 'form', 'inbox', 'shell', 'table', 'tabs'];

/** Texts of the audit log, from all features. They are texts, not messages, and no key of `useTranslations`. */
const AUDIT = 'auditWords';

const ROOT = path.join(import.meta.dirname, '..');

/** A text in its languages; everything else is a group of texts. */
export const isText = (node) => LOCALES.some((locale) => typeof node[locale] === 'string');

/** Every `messages.json` of the console: its path from `src`, and its texts by namespace. */
export function sources(root = ROOT) {
  return fs
    .readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => path.basename(name) === 'messages.json')
    .sort()
    .map((file) => ({ file, namespaces: JSON.parse(fs.readFileSync(path.join(root, 'src', file), 'utf8')) }));
}

/** The texts of all features by namespace. Two files share the audit log's namespace and no other. */
export function namespaces(root = ROOT) {
  const all = {};
  for (const { file, namespaces } of sources(root))
    for (const [name, texts] of Object.entries(namespaces))
      if (name === AUDIT) all[name] = merged(all[name] ?? {}, texts, `${file}: ${name}`);
      else if (all[name]) throw new Error(`${file}: another file has the namespace ${name} already`);
      else all[name] = texts;
  return Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function merged(into, texts, at) {
  const out = { ...into };
  for (const [key, node] of Object.entries(texts))
    if (isText(node) && out[key]) throw new Error(`${at}.${key} is in two files`);
    else out[key] = isText(node) ? node : merged(out[key] ?? {}, node, `${at}.${key}`);
  return out;
}

/** The texts of one language. */
export function inLocale(texts, locale) {
  return Object.fromEntries(
    Object.entries(texts).map(([key, node]) => [key, isText(node) ? node[locale] : inLocale(node, locale)]),
  );
}

const indexOf = (names) => `// Written by scripts/messages.mjs.
${names.map((name) => `import ${name} from './${name}.json';`).join('\n')}

const messages = { ${names.join(', ')} };
export default messages;
export type Messages = typeof messages;
`;

const startOf = (locale) => `// Written by scripts/messages.mjs.
${START.map((name) => `import ${name} from './${name}.json';`).join('\n')}

export default { ${START.join(', ')} };

/** All else that is said in this language, by its namespace. */
export const load = (name: string): Promise<{ default: object }> => import(\`../${locale}/\${name}.json\`);
`;

/** Writes `messages/`; returns the files that changed. */
export function cut(root = ROOT) {
  const all = namespaces(root);
  const names = Object.keys(all);
  const files = new Map();
  for (const locale of LOCALES) {
    const put = (name, text) => files.set(path.join(locale, name), text);
    for (const name of names) put(`${name}.json`, `${JSON.stringify(inLocale(all[name], locale), null, 2)}\n`);
    put('index.ts', indexOf(names.filter((name) => name !== AUDIT)));
    put('start.ts', startOf(locale));
  }
  const out = path.join(root, 'messages');
  const there = fs.existsSync(out) ? fs.readdirSync(out, { recursive: true, encoding: 'utf8' }) : [];
  for (const name of there) if (/\.\w+$/.test(name) && !files.has(name)) fs.rmSync(path.join(out, name));
  const changed = [...files].filter(([name, text]) => !there.includes(name) || read(path.join(out, name)) !== text);
  for (const [name, text] of changed) {
    fs.mkdirSync(path.dirname(path.join(out, name)), { recursive: true });
    fs.writeFileSync(path.join(out, name), text);
  }
  return changed.map(([name]) => name);
}

const read = (file) => fs.readFileSync(file, 'utf8');

/** Cuts again whenever a `messages.json` changes; a half-written one waits for its next change. */
export function watch(root = ROOT) {
  fs.watch(path.join(root, 'src'), { recursive: true }, (_, name) => {
    if (path.basename(name ?? '') !== 'messages.json') return;
    try {
      cut(root);
    } catch (e) {
      console.error(`messages: ${e.message}`);
    }
  }).unref();
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) cut();
