import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { LOCALES } from '@/i18n/locales';

const ROOT = path.join(import.meta.dirname, '../messages');

function files(locale: string): string[] {
  return fs
    .readdirSync(path.join(ROOT, locale))
    .filter((f) => f.endsWith('.json'))
    .sort();
}

/** Every key of a tree with the names of its arguments. */
function keys(tree: object, at = ''): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(tree).flatMap(([k, v]) =>
      typeof v === 'string'
        ? [
            [
              at + k,
              [
                ...new Set(Array.from(v.matchAll(/(?<!(?:=\d+|one|other) )\{(\w+)\s*[,}]/g), (m) => m[1] as string)),
              ].sort(),
            ],
          ]
        : Object.entries(keys(v, `${at}${k}.`)),
    ),
  );
}

const read = (locale: string, file: string) => JSON.parse(fs.readFileSync(path.join(ROOT, locale, file), 'utf8'));

describe('the four languages', () => {
  for (const locale of LOCALES) {
    it(`${locale} has the files, keys and arguments of en-US`, () => {
      expect(files(locale)).toEqual(files('en-US'));
      for (const file of files('en-US')) {
        expect({ file, keys: keys(read(locale, file)) }).toEqual({ file, keys: keys(read('en-US', file)) });
      }
    });
    it(`${locale} has no empty text`, () => {
      for (const file of files(locale)) expect(JSON.stringify(read(locale, file))).not.toMatch(/:"\s*"/);
    });
  }

  it('are four: no two share their sentences', () => {
    const sentences = (locale: string) => JSON.stringify(files(locale).map((f) => read(locale, f)));
    expect(new Set(LOCALES.map(sentences)).size).toBe(LOCALES.length);
  });
});
