import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOCALES } from '@/lib/i18n/locales';
import { generate } from '../scripts/generated.mjs';

const WEB = path.join(import.meta.dirname, '..');
const COPIED = ['src', 'e2e', 'mock', 'scripts', 'biome.json', 'tsconfig.json', 'package.json'];
let into = '';

/** Lists of the server without a page here: with a form, an export and a deletion; and with a list alone. */
const NOUNS = [
  ['toyCustomer', '/aty/customerinfo', 'toy/customer'],
  ['toyPrice', '/aty/customerinfo/price/charge', 'toy/price'],
] as const;

const read = (file: string) => fs.readFileSync(path.join(into, file), 'utf8');
/** Runs a command and returns what it says, also when it fails. */
const run = (command: string, ...args: string[]) =>
  spawnSync(path.join(WEB, 'node_modules/.bin', command), args, { cwd: into, encoding: 'utf8' });

beforeAll(() => {
  into = fs.mkdtempSync(path.join(os.tmpdir(), 'page-'));
  for (const name of COPIED) fs.cpSync(path.join(WEB, name), path.join(into, name), { recursive: true });
  fs.symlinkSync(path.join(WEB, 'node_modules'), path.join(into, 'node_modules'));
  fs.writeFileSync(path.join(into, 'next-env.d.ts'), '/// <reference types="next" />\n');
  for (const noun of NOUNS) execFileSync('node', [path.join(WEB, 'scripts/page.mjs'), ...noun, '--into', into]);
  generate(into);
}, 300_000);
afterAll(() => fs.rmSync(into, { recursive: true, force: true }));

describe('a page that the generator makes', () => {
  it('compiles, and nothing is to be said about its form', { timeout: 300_000 }, () => {
    expect(run('tsc', '--noEmit', '-p', '.').stdout).toBe('');
    expect(run('biome', 'check', 'src/features', 'e2e', 'src/app')).toMatchObject({ status: 0 });
  });

  it('has at most 130 lines, with columns, filters, form, deletion and export', () => {
    const page = read('src/features/toyCustomer/ToyCustomer.tsx');
    expect(page.split('\n').length).toBeLessThanOrEqual(130);
    for (const part of [
      "createTime: { as: 'time', sort: true,",
      "filter: 'days'",
      "countryCode: { as: 'country'",
      "dict: 'customer_type'",
      "request('post', '/aty/customerinfo', { body })",
      "request('delete', '/aty/customerinfo/{id}'",
      '<CountrySelect />',
      'export: true',
    ])
      expect(page).toContain(part);
    expect(read('src/features/toyPrice/ToyPrice.tsx')).not.toContain('form:');
  });

  it('has its texts in four languages, its line in the registry and its browser test', () => {
    const { toyCustomer } = JSON.parse(read('src/features/toyCustomer/messages.json'));
    for (const of of Object.values<object>(toyCustomer)) expect(Object.keys(of)).toEqual(LOCALES);
    const types = Object.values(toyCustomer.customerType);
    expect(types).toEqual(['客户类型', 'Customer type', 'Tipo de cliente', '客戶類型']);
    expect(JSON.stringify(toyCustomer)).not.toMatch(/TODO|""/);
    expect(read('src/app/registry.gen.ts')).toContain("'toy/customer': page(");
    expect(read('e2e/toyCustomer.spec.ts')).toContain('expectAccessible');
  });

  it('is not made twice', () => {
    const again = () =>
      execFileSync('node', [path.join(WEB, 'scripts/page.mjs'), ...NOUNS[0], '--into', into], { stdio: 'pipe' });
    expect(again).toThrow(/is there already/);
  });
});
