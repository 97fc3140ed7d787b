import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOCALES } from '@/lib/i18n/locales';
import { generate } from '../scripts/generated.mjs';

const WEB = path.join(import.meta.dirname, '..');
const COPIED = ['src', 'scripts', 'biome.json', 'tsconfig.json', 'package.json'];
const MENU = 'pkg/campaign/voice/menu.json';
const PAGES = 'pkg/account/customer/menu.json';
const OPENAPI = 'pkg/app/openapi.json';

/** A copy of the product's root: its console below `web`, two menus, and the server's API. */
let root = '';
const web = () => path.join(root, 'web');
const read = (file: string) => fs.readFileSync(path.join(root, file), 'utf8');
const lines = (file: string) => read(file).split('\n').length - 1;
/** Runs a command and returns what it says, also when it fails. */
const run = (command: string, ...args: string[]) => {
  const { stdout, status } = spawnSync(path.join(WEB, 'node_modules/.bin', command), args, {
    cwd: web(),
    encoding: 'utf8',
  });
  return status === 0 ? '' : stdout;
};
const page = (...args: string[]) =>
  spawnSync('node', [path.join(WEB, 'scripts/page.mjs'), ...args, '--into', web()], { encoding: 'utf8' });

const failure = ({ status, stderr }: { status: number | null; stderr: string }) => (status === 0 ? '' : stderr);

/** Files outside of `web/src/features/<noun>` and the generated ones, with their times. */
function others() {
  const all = fs.readdirSync(root, { recursive: true, encoding: 'utf8', withFileTypes: true });
  return all
    .filter((f) => f.isFile())
    .map((f) => path.relative(root, path.join(f.parentPath, f.name)))
    .filter((f) => !/node_modules|web\/src\/features\/toy|\.gen\.|^web\/messages/.test(f))
    .map((f) => `${f} ${fs.statSync(path.join(root, f)).mtimeMs}`);
}

let changed: string[] = [];
let none = { status: 0 as number | null, stderr: '' };

beforeAll(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'page-'));
  for (const name of COPIED) fs.cpSync(path.join(WEB, name), path.join(web(), name), { recursive: true });
  for (const file of [MENU, PAGES, OPENAPI])
    fs.cpSync(path.join(WEB, '..', file), path.join(root, file), { recursive: true, force: true });
  fs.symlinkSync(path.join(WEB, 'node_modules'), path.join(web(), 'node_modules'));
  fs.writeFileSync(path.join(web(), 'next-env.d.ts'), '/// <reference types="next" />\n');
  const before = new Set(others());
  expect(failure(page('toy', '/call/language', 'call/toy'))).toBe('');
  changed = others().filter((f) => !before.has(f));
  none = page('toyNone', '/pay/rate', 'none/none');
  const texts = ['title=玩具|Toys|Brinquedos|玩具', 'held=暂停|Held|Retida|暫停', 'stale=过期|Stale|Antiga|過期'];
  // A list with a large form, an export and a deletion; a list alone; and one whose path does not end with /page.
  for (const [noun, at] of [
    ['toyCustomer', '/aty/customerinfo'],
    ['toyPrice', '/aty/customerinfo/price/charge'],
    ['toyRate', '/pay/rate'],
  ] as const)
    expect(failure(page(noun, at, `toy/${noun}`, ...texts.flatMap((text) => ['--text', text])))).toBe('');
  generate(web());
}, 300_000);
afterAll(() => fs.rmSync(root, { recursive: true, force: true }));

describe('a page that the generator makes', () => {
  it('compiles, and nothing is to be said about its form', { timeout: 300_000 }, () => {
    expect(run('tsc', '--noEmit', '-p', '.')).toBe('');
    expect(run('biome', 'check', 'src/features')).toBe('');
  });

  it('has at most 90 lines in one folder, and nothing else is written but a node of the menu', () => {
    const files = fs.readdirSync(path.join(web(), 'src/features/toy'));
    expect(files.toSorted()).toEqual(['Toy.tsx', 'messages.json', 'pages.json']);
    const sum = files.reduce((n, file) => n + lines(`web/src/features/toy/${file}`), 0);
    expect(sum).toBeLessThanOrEqual(90);
    expect(changed.map((f) => f.split(' ')[0])).toEqual([MENU]);
    const node = JSON.parse(read(MENU)).find((n: { uri: string }) => n.uri === 'call/toy');
    expect(node).toMatchObject({ parentId: 'operation', path: '/call/toy', permission: 'call:language:page' });
    expect(read('web/src/app/registry.gen.ts')).toContain(
      "'call/toy': page(() => import('@/features/toy/Toy'), ['antd', 'toy'], '/call/language/page')",
    );
  });

  it('sends the fields that each call allows, begins with defaults, and shows what is enabled', () => {
    const toy = read('web/src/features/toy/Toy.tsx');
    for (const part of [
      "enabled: { dict: 'sys_enable'",
      'defaults: { enabled: true }',
      "request('put', '/call/language', { body: { id: row.id, name, enabled, sort } })",
      "request('post', '/call/language', { body: { name, code, enabled, sort } })",
      "{mode === 'add' && (",
      "useRemoving('toy', { permission: 'call:language:del', path: '/call/language/{id}', name: (r) => r.name })",
      'export: true',
    ])
      expect(toy).toContain(part);
    expect(toy).not.toContain('...');
  });

  it('has columns, filters and inputs by the kinds of the fields', () => {
    const customer = read('web/src/features/toyCustomer/ToyCustomer.tsx');
    for (const part of [
      "createTime: { as: 'time', sort: true,",
      "filter: 'days'",
      "countryCode: { as: 'country'",
      "dict: 'customer_type'",
      '<CountrySelect />',
    ])
      expect(customer).toContain(part);
    expect(read('web/src/features/toyPrice/ToyPrice.tsx')).not.toContain('form:');
    expect(read('web/src/features/toyRate/ToyRate.tsx')).toContain("list: '/pay/rate',");
  });

  it('has texts in four languages, without those that every page has', () => {
    const { toyCustomer } = JSON.parse(read('web/src/features/toyCustomer/messages.json'));
    expect(toyCustomer.title).toEqual({ 'zh-CN': '玩具', 'en-US': 'Toys', 'pt-BR': 'Brinquedos', 'zh-TW': '玩具' });
    for (const text of Object.values<object | string>(toyCustomer))
      if (typeof text === 'object') expect(Object.keys(text)).toEqual(LOCALES);
    expect(Object.keys(toyCustomer)).not.toContain('name');
  });

  it('is not made twice, nor without the text of a field', () => {
    expect(page('toy', '/call/language').stderr).toContain('is there already');
    expect(none.status).toBe(1);
    expect(none.stderr).toContain('--text held=');
    expect(fs.existsSync(path.join(web(), 'src/features/toyNone'))).toBe(false);
  });
});
