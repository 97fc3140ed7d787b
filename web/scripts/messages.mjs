// The texts of the console. `cut` cuts every `src/**/messages.json`, where a text stands in its four languages, into what the console loads:
// `messages/<locale>/<namespace>.json`, their types in `index.ts`, and the first screen's in `start.ts`.
//
// A text is written once. The namespace `common` stands behind every other one: a key that a feature lacks is looked up there. Text
// that repeats another under a different key names it: `"payer": "common.customerName"`. A group can name another group.
import fs from 'node:fs';
import path from 'node:path';

export const LOCALES = ['zh-CN', 'en-US', 'pt-BR', 'zh-TW'];

/** Namespaces of the shell and of every list. They load with the first screen and do not grow with the number of pages. */
export const START = ['common', 'errors', 'form', 'inbox', 'shell', 'table', 'tabs'];

/**
 * Texts of the audit log, from all features: what a call did, and the names of fields that `common` does not have. They are texts, not
 * messages, and no key of `useTranslations`.
 */
const AUDIT = 'auditWords';

/** Words that stand behind every namespace. */
const COMMON = 'common';

const ROOT = path.join(import.meta.dirname, '..');

/** A text in its languages; everything else is a group of texts, or the name of another text or group. */
export const isText = (node) => LOCALES.some((locale) => typeof node[locale] === 'string');

/** Every `messages.json` of the console: its path from `src`, and its texts by namespace. */
export function sources(root = ROOT) {
  return fs
    .readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => path.basename(name) === 'messages.json')
    .sort()
    .map((file) => ({ file, namespaces: JSON.parse(fs.readFileSync(path.join(root, 'src', file), 'utf8')) }));
}

/** The texts of all features by namespace, without references. Two files share the audit log's namespace and no other. */
export function namespaces(root = ROOT) {
  const files = sources(root);
  const homes = new Map();
  for (const { file, namespaces } of files)
    for (const name of Object.keys(namespaces).filter((name) => name !== AUDIT)) {
      if (homes.has(name)) throw new Error(`${file}: ${homes.get(name).file} has the namespace ${name} already`);
      homes.set(name, { file, texts: namespaces[name] });
    }
  const all = {};
  for (const { file, namespaces } of files)
    for (const [name, texts] of Object.entries(namespaces)) {
      const resolved = resolve(texts, { file, at: name, homes });
      all[name] = name === AUDIT ? merged(all[name] ?? {}, resolved, `${file}: ${name}`) : resolved;
    }
  return Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1)));
}

const isFeature = (file) => file.startsWith(`features${path.sep}`);

/** Puts texts and groups in the place of their names. */
function resolve(node, { file, at, homes }, from = []) {
  if (typeof node !== 'string') {
    if (isText(node)) return node;
    return Object.fromEntries(
      Object.entries(node).map(([key, value]) => [key, resolve(value, { file, at: `${at}.${key}`, homes }, from)]),
    );
  }
  const [name, ...keys] = node.split('.');
  const home = homes.get(name);
  const found = keys.reduce((group, key) => group?.[key], home?.texts);
  if (!found || from.includes(node)) throw new Error(`${file}: ${at} names ${node}, which is no text`);
  if (isFeature(home.file) && home.file !== file)
    throw new Error(
      `${file}: ${at} names ${node} of another feature; a text of several features belongs to \`shared\``,
    );
  return resolve(found, { file: home.file, at: node, homes }, [...from, node]);
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

/** Every message of a language as the console has them when all is loaded: `common` stands behind each namespace. */
export function messagesOf(locale, root = ROOT) {
  const all = inLocale(namespaces(root), locale);
  return Object.fromEntries(Object.entries(all).map(([name, texts]) => [name, { ...all[COMMON], ...texts }]));
}

/** `common` stands behind each namespace. */
const behind = (names) =>
  names.map((name) => `  ${name}${name === COMMON ? '' : `: { ...${COMMON}, ...${name} }`},`).join('\n');

const indexOf = (names) => `// Written by scripts/messages.mjs.
${names.map((name) => `import ${name} from './${name}.json';`).join('\n')}

const messages = {
${behind(names)}
};
export default messages;
export type Messages = typeof messages;
`;

const startOf = (locale) => `// Written by scripts/messages.mjs.
${START.map((name) => `import ${name} from './${name}.json';`).join('\n')}

export default {
${behind(START)}
};

/** All else that is said in this language, by its namespace. */
export const load = (name: string): Promise<object> =>
  import(\`../${locale}/\${name}.json\`).then((m: { default: object }) => ({ ...${COMMON}, ...m.default }));
`;

/** Writes `messages/`; returns the files that changed. */
export function cut(root = ROOT) {
  const all = namespaces(root);
  const names = Object.keys(all);
  const files = new Map();
  const { done, said, field } = all[AUDIT] ?? {};
  if (done) all[AUDIT] = { done, said: said ?? {}, field: { ...all[COMMON], ...field } };
  for (const locale of LOCALES) {
    const put = (name, text) => files.set(path.join(locale, name), text);
    for (const name of names) put(`${name}.json`, `${JSON.stringify(inLocale(all[name], locale), null, 2)}\n`);
    put('index.ts', indexOf(names.filter((name) => name !== AUDIT)));
    put('start.ts', startOf(locale));
  }
  const out = path.join(root, 'messages');
  const there = fs.existsSync(out) ? fs.readdirSync(out, { recursive: true, encoding: 'utf8' }) : [];
  for (const name of there) if (/\.\w+$/.test(name) && !files.has(name)) fs.rmSync(path.join(out, name));
  return writeChanged(out, files);
}

/** Writes the files whose text changed, so that the build's cache holds, and returns their names. */
export function writeChanged(folder, files) {
  const changed = [...files].filter(([name, text]) => {
    const file = path.join(folder, name);
    return !fs.existsSync(file) || read(file) !== text;
  });
  for (const [name, text] of changed) {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), text);
  }
  return changed.map(([name]) => name);
}

const read = (file) => fs.readFileSync(file, 'utf8');
