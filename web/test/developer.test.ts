import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ENDPOINTS, SOURCES } from '@/features/developer/reference.gen';
import { EXAMPLES, endpointsOf } from '../scripts/developer.mjs';

const ROOT = path.join(import.meta.dirname, '..');
const FOLDER = path.join(ROOT, 'src/features/developer/examples');
const read = (file: string) => fs.readFileSync(path.join(ROOT, file), 'utf8');

describe('the developers’ page', () => {
  it('lists what the permissions of a program allow, and nothing else', () => {
    const document = JSON.parse(read('../pkg/app/openapi.json')) as {
      paths: Record<string, Record<string, { 'x-permission': string }>>;
    };
    expect(ENDPOINTS).toEqual(endpointsOf(document));
    const line = read('../pkg/app/testdata/grants.golden');
    const program = new Set(line.split('\n').flatMap((l) => (/\bprogram\b/.test(l) ? [l.split(' ')[0]] : [])));
    expect(program.size).toBeGreaterThan(20);
    const allowed = ENDPOINTS.map(
      ({ method, path }) => document.paths[path]?.[method.toLowerCase()]?.['x-permission'] as string,
    );
    expect(new Set(allowed)).toEqual(program);
  });

  it('shows the examples that the end-to-end tests run', () => {
    expect(fs.readdirSync(FOLDER).toSorted()).toEqual(EXAMPLES.toSorted());
    for (const name of EXAMPLES)
      expect(
        `//go:build ignore\n\n${SOURCES[name as keyof typeof SOURCES]}`.endsWith(
          read(`src/features/developer/examples/${name}`),
        ),
        name,
      ).toBe(true);
  });

  it('names the code of each refusal of a signature', () => {
    const codes = Object.keys(JSON.parse(read('src/features/developer/messages.json')).developer.codes);
    const refused = read('../pkg/platform/appkey/appkey.go').match(/\b401\d\d\b/g) ?? [];
    expect(codes).toEqual(expect.arrayContaining([...new Set(refused)]));
  });
});
