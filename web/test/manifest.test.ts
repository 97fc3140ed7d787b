import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inspect } from '../scripts/imports.mjs';

const CHUNKS = '/_next/static/chunks/';

/** A console whose imports append scripts and sheets, and try once more, as those of the bundler do. */
const MAIN = `
const loading = {};
const once = (name) => new Promise((done, fail) => {
  const css = name.endsWith('.css');
  const element = Object.assign(document.createElement(css ? 'link' : 'script'), css ? { rel: 'stylesheet' } : {});
  element.onload = done;
  element.onerror = () => { element.remove(); fail(new Error(name)); };
  element[css ? 'href' : 'src'] = '${CHUNKS}' + name;
  document.head.append(element);
});
const chunk = (name) => (loading[name] ??= once(name)
  .catch(() => new Promise((done) => setTimeout(done, 200)).then(() => once(name)))
  .catch((e) => { delete loading[name]; throw e; }));
const load = (...names) => () => Promise.all(names.map(chunk)).then(() => window.loaded);
window.heraldParts({
  shell: load('shell.js', 'shell.css'),
  page: load('shell.js', 'page.js', 'page.css', 'shared.js'),
  other: load('other.js', 'shared.js'),
  broken: () => Promise.reject(new Error('no such module')),
});`;

let folder: string;
let console: Awaited<ReturnType<typeof inspect>>;
beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'console-'));
  const write = (name: string, text: string) => {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), text);
  };
  write('index.html', `<!doctype html><script src="${CHUNKS}main.js" async></script>`);
  write(`${CHUNKS}main.js`, MAIN);
  write(`${CHUNKS}shell.js`, 'window.loaded = "the shell"');
  console = await inspect(folder);
});
afterAll(() => {
  console.close();
  fs.rmSync(folder, { recursive: true });
});

const files = (...names: string[]) => new Set(names.map((name) => `static/chunks/${name}`));

describe('the built console', () => {
  it('names the files of an import, each import by itself', async () => {
    const { parts, filesOf } = console;
    expect(new Set(await filesOf(parts.shell))).toEqual(files('shell.js', 'shell.css'));
    expect(await parts.shell()).toBe('the shell');
    expect(new Set(await filesOf(parts.page))).toEqual(files('page.js', 'page.css', 'shared.js'));
    expect(new Set(await filesOf(parts.other))).toEqual(files('other.js', 'shared.js'));
    expect(await filesOf(parts.shell)).toEqual([]);
  });

  it('ends the build when an import fails without a file', async () => {
    await expect(console.filesOf(console.parts.broken)).rejects.toThrow('an import loaded nothing');
  });
});
