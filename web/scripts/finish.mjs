// The last step of a build.
// 1. Every script begins with V8's explicit compile hint: its functions are compiled beside the main thread while the script
//    arrives, instead of one by one on it when they are first called. Other browsers see a comment. The names of the scripts are
//    hashes of what follows the hint; who has kept one without it keeps a script that does the same.
// 2. The head of the page learns which files the first screen needs (`src/app/head.ts`), so that all are under way at once. What
//    is not found ends the build: the console would start, but late.
import fs from 'node:fs';
import path from 'node:path';
import { build } from 'vite';

const HINT = '//# allFunctionsCalledOnLoad\n';
const FOLDER = 'out/_next/static/chunks';
const PAGES = ['out/index.html', 'out/404.html', 'out/_not-found.html'];

const scripts = fs
  .readdirSync(FOLDER, { recursive: true })
  .filter((name) => name.endsWith('.js'))
  .map((name) => path.join(FOLDER, name));
const texts = scripts.map((file) => fs.readFileSync(file, 'utf8'));

/** What a dynamic import loads, by the number that the code names it with (52000 is written 52e3). */
const files = new Map();
for (const text of texts)
  for (const [, id, , list] of text.matchAll(
    /(?:^|[,[])([\de]+),(\w+)=>\{\2\.v\(\w+=>Promise\.all\((\[[^\]]*\])\.map\(\w+=>\w+\.l\(\w+\)\)\)/g,
  ))
    files.set(Number(id), JSON.parse(list));
// What is there already where it is asked for.
for (const text of texts)
  for (const [, id] of text.matchAll(/(?:^|[,[])([\de]+),(\w+)=>\{\2\.v\(\w+=>Promise\.resolve\(\)\.then\(/g))
    if (!files.has(Number(id))) files.set(Number(id), []);

/** Every match in the code, with the files that its number stands for. */
function named(pattern) {
  return texts.flatMap((text) =>
    [...text.matchAll(pattern)].map((m) => {
      const found = files.get(Number(m.groups.id));
      if (!found) throw new Error(`no files for ${m[0]}`);
      return { ...m.groups, files: found };
    }),
  );
}

const only = (list, what, most) => {
  if (list.length < most) throw new Error(`${list.length} of ${most} ${what} found in the built scripts`);
  return list;
};

const words = {};
for (const { locale, files } of only(named(/"start:(?<locale>[\w-]+)":\(\)=>\w+\.A\((?<id>[\de]+)\)/g), 'languages', 4))
  words[locale] = { start: files };
const CONTEXT =
  /"[./]*(?:messages\/)?(?<locale>[\w-]+)\/(?<name>\w+)\.json":\{id:\(\)=>[\de]+,module:\(\)=>\w+\.A\((?<id>[\de]+)\)/g;
for (const { locale, name, files } of only(named(CONTEXT), 'namespaces', 100)) words[locale][name] = files;

const first = Object.fromEntries(
  only(named(/\(\)=>\w+\.A\((?<id>[\de]+)\),\[[^\]]*\],"first:(?<name>\w+)"/g), 'first modules', 2).map((m) => [
    m.name,
    m.files,
  ]),
);
const PAGE =
  /"(?<uri>[\w/]+)":(?:\(0,)?[\w.]+\)?\(\(\)=>\w+\.A\((?<id>[\de]+)\),(?<words>\[[^\]]*\])(?:,"(?<list>[^"]+)")?\)/g;
const lines = fs.readFileSync('src/app/registry.ts', 'utf8').match(/^ {2}'[\w/]+': page\(/gm).length;
const pages = Object.fromEntries(
  only(named(PAGE), 'pages', lines).map((m) => [m.uri, { files: m.files, words: JSON.parse(m.words), list: m.list }]),
);
const said = new Set(['start', 'auth', ...Object.values(pages).flatMap((p) => p.words)]);
for (const locale of Object.keys(words))
  words[locale] = Object.fromEntries(Object.entries(words[locale]).filter(([name]) => said.has(name)));

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
const script = `<script>${head}herald.preloadFirstScreen(${JSON.stringify(built)})</script>`;
for (const file of PAGES.filter((p) => fs.existsSync(p))) {
  const html = fs.readFileSync(file, 'utf8');
  // After the page's own head script, which takes a token out of the address.
  const boot = html.indexOf('<script>(function(){var d=document.documentElement');
  if (boot < 0) throw new Error(`${file} has no head script`);
  const end = html.indexOf('</script>', boot) + '</script>'.length;
  fs.writeFileSync(file, html.slice(0, end) + script + html.slice(end));
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
