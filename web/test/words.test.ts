import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { pages, register, textsOf } from '../scripts/registry.mjs';

const ROOT = path.join(import.meta.dirname, '..');
const SRC = path.join(ROOT, 'src');
const read = (file: string) => fs.readFileSync(file, 'utf8');

/** The arguments of every call of `lazyModule`, as text. */
function calls(text: string): string[] {
  return Array.from(text.matchAll(/\blazyModule\(/g), ({ index, 0: start }) => {
    let depth = 1;
    let at = index + start.length;
    while (depth > 0 && at < text.length) depth += { '(': 1, ')': -1 }[text[at++] as string] ?? 0;
    return text.slice(index + start.length, at - 1);
  });
}

type Late = { at: string; file: string; has: string[] };

function lateModules(): Late[] {
  const files = fs
    .readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .filter((f) => /\.tsx?$/.test(f))
    .map((f) => path.join(SRC, f));
  return files.flatMap((file) =>
    calls(read(file)).flatMap((call) => {
      const [, name = '', rest] = /import\('([^']+)'\)(.*)$/s.exec(call) ?? [];
      if (!name) return [];
      const words = /\[([^\]]*)\]/.exec(rest ?? '')?.[1] ?? '';
      const has = Array.from(words.matchAll(/'(\w+)'/g), (m) => m[1] as string).sort();
      const base = name.startsWith('@/') ? path.join(SRC, name.slice(2)) : path.join(path.dirname(file), name);
      const module = ['.ts', '.tsx'].map((end) => base + end).find((f) => fs.existsSync(f));
      return [{ at: `${path.relative(SRC, file)}: ${name}`, file: module as string, has }];
    }),
  );
}

it('modules that come late bring the words that they say, and no others', () => {
  const found = lateModules();
  expect(found.length).toBeGreaterThan(15);
  const texts = textsOf();
  const wrong = found
    .map((m) => ({ ...m, needs: texts(m.file) }))
    .filter((m) => String(m.needs) !== String(m.has))
    .map((m) => `${m.at} needs ['${m.needs.join("', '")}']`);
  expect(wrong).toEqual([]);
});

it('every page brings the words that it says', () => {
  const all = pages();
  expect(Object.keys(all).length).toBeGreaterThan(40);
  expect(all['call/language']).toEqual({
    module: '@/features/voicelanguage/Languages',
    words: ['antd', 'voicelanguage'],
    list: undefined,
  });
});

it('the registry is written once for the same sources, and refuses a page without a module', () => {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'registry-'));
  const feature = path.join(root, 'src/features/toy');
  fs.mkdirSync(feature, { recursive: true });
  const put = (name: string, text: string) => fs.writeFileSync(path.join(feature, name), text);
  put('pages.json', '{ "toy/a": { "page": "Toys", "list": "/toy/page" } }');
  put('messages.json', '{ "toy": { "title": { "en-US": "Toys" } } }');
  expect(() => register(root)).toThrow('toy/a names no module: Toys');
  put('Toys.tsx', "import { rows } from './rows';\nconst t = useTranslations('toys');\n");
  put('rows.ts', "import { Table } from 'antd';\nexport const rows = { words: 'toy' };\n");
  expect(() => register(root)).toThrow('no messages.json has the namespace toys');
  put('Toys.tsx', "import { rows } from './rows';\n");
  expect(register(root)).toEqual(['registry.gen.ts']);
  expect(read(path.join(root, 'src/app/registry.gen.ts'))).toContain(
    "  'toy/a': page(() => import('@/features/toy/Toys'), ['antd', 'toy'], '/toy/page'),\n",
  );
  expect(register(root)).toEqual([]);
  fs.rmSync(root, { recursive: true });
});
