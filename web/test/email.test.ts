import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { isEmail } from '@/lib/input/email';

const table = JSON.parse(
  fs.readFileSync(path.join(import.meta.dirname, '../../pkg/kit/email/testdata/addresses.json'), 'utf8'),
) as Record<'valid' | 'short' | 'invalid', string[]>;

it('takes the e-mail addresses that the server takes', () => {
  expect(table.valid.filter((a) => !isEmail(a))).toEqual([]);
  expect(table.invalid.filter((a) => isEmail(a))).toEqual([]);
  expect(table.valid.filter((a) => isEmail(a, 4))).toEqual(table.short);
});
