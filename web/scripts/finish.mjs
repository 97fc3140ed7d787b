// The last step of a build.
// 1. Every script begins with V8's explicit compile hint: its functions are compiled beside the main thread while the script
//    arrives, instead of one by one on it when they are first called. Other browsers see a comment. The names of the scripts are
//    hashes of what follows the hint; who has kept one without it keeps a script that does the same.
// 2. The head of the page learns which files the first screen needs (`src/app/head.ts`), so that all are under way at once. An
//    import without files ends the build: the console would start, but late.
// 3. The head preloads the font, which is shown only where it is there at the first paint (`src/app/globals.css`).
import fs from 'node:fs';
import path from 'node:path';
import { build } from 'vite';
import { inspect } from './imports.mjs';

const HINT = '//# allFunctionsCalledOnLoad\n';
const FOLDER = 'out/_next/static/chunks';
const PAGES = ['out/index.html', 'out/404.html', 'out/_not-found.html'];

const scripts = fs
  .readdirSync(FOLDER, { recursive: true })
  .filter((name) => name.endsWith('.js'))
  .map((name) => path.join(FOLDER, name));
const texts = scripts.map((file) => fs.readFileSync(file, 'utf8'));

const { parts, filesOf, close } = await inspect('out');
const first = { login: await filesOf(parts.login), shell: await filesOf(parts.shell) };
const words = {};
for (const [locale, load] of Object.entries(parts.texts)) words[locale] = { start: await filesOf(load) };
// From here on the shell is there, as it is where a page is loaded.
const { pages: modules } = await parts.shell();
const pages = {};
for (const [uri, { load, words, list }] of Object.entries(modules))
  pages[uri] = { files: await filesOf(load), words: words.filter((name) => name !== 'antd'), list };
if (!Object.values(pages).some((page) => page.list)) throw new Error('no page names the list that it begins with');
const said = new Set(['auth', ...Object.values(pages).flatMap((page) => page.words)]);
for (const [locale, start] of Object.entries(parts.texts)) {
  const { load } = await start();
  for (const name of said) words[locale][name] = await filesOf(() => load(name));
}
close();

const names = [];
/** The place of each file in the list of all; what is said twice is written once. */
const placesOf = (list) =>
  list.map((file) => {
    const name = file.replace(/^static\/chunks\//, '');
    const at = names.indexOf(name);
    return at < 0 ? names.push(name) - 1 : at;
  });
const each = (of, turn) => Object.fromEntries(Object.entries(of).map(([name, value]) => [name, turn(value)]));
const built = {
  files: names,
  first: each(first, placesOf),
  words: each(words, (namespaces) => each(namespaces, placesOf)),
  pages: each(pages, (page) => ({ ...page, files: placesOf(page.files) })),
};

const made = await build({
  configFile: false,
  logLevel: 'silent',
  resolve: { alias: { '@': path.resolve('src') } },
  build: {
    write: false,
    lib: { entry: path.resolve('src/app/head.ts'), formats: ['iife'], name: 'herald' },
    minify: true,
  },
});
const head = [made].flat()[0].output[0].code.trim();
const fonts = fs.readdirSync('out/_next/static/media').filter((name) => name.endsWith('.woff2'));
if (fonts.length !== 1) throw new Error(`the head preloads one font, and the build has ${fonts.length}`);
const font = `<link rel="preload" as="font" type="font/woff2" crossorigin href="/_next/static/media/${fonts[0]}">`;
const script = `<script>${head}herald.preloadFirstScreen(${JSON.stringify(built)})</script>`;
for (const file of PAGES.filter((p) => fs.existsSync(p))) {
  const html = fs.readFileSync(file, 'utf8');
  // After the page's own head script, which takes a token out of the address.
  const boot = html.indexOf('<script>(function(){var d=document.documentElement');
  if (boot < 0) throw new Error(`${file} has no head script`);
  const end = html.indexOf('</script>', boot) + '</script>'.length;
  fs.writeFileSync(file, html.slice(0, end) + font + script + html.slice(end));
}

let hinted = 0;
for (const [i, file] of scripts.entries()) {
  if (texts[i].startsWith(HINT)) continue;
  fs.writeFileSync(file, HINT + texts[i]);
  hinted++;
}
console.log(
  `${hinted} scripts with the compile hint; the head of the page knows ${Object.keys(pages).length} pages (${script.length} characters)`,
);
