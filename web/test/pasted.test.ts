import { expect, it } from 'vitest';
import { hashIn, isUrl, tellable, withScheme } from '@/lib/input/pasted';
import { simple } from '@/lib/input/plain';

const HASH = 'db36d6dcb88dc58ba954f37af9ac2c863060d2bc63ed21bd3b3c1376baad3e1e';

it.each([
  `https://tronscan.org/#/transaction/${HASH}`,
  `0x${HASH}`,
  `\u202a${HASH}\u202c`,
  `${HASH}\u200b`,
  `${HASH.slice(0, 30)}\u200b${HASH.slice(30)}`,
  ` ${HASH.toUpperCase()}\n`,
])('finds the hash in %s', (text) => expect(hashIn(text)).toBe(HASH));

it('keeps a text without one hash', () => {
  expect(hashIn(' abc ')).toBe('abc');
  expect(hashIn(`${HASH} ${'a'.repeat(64)}`)).toBe(`${HASH} ${'a'.repeat(64)}`);
});

it.each([
  ['praia.com.br', 'https://praia.com.br'],
  [' praia.com.br/a?b=c ', 'https://praia.com.br/a?b=c'],
  ['praia.com.br:8080/x', 'https://praia.com.br:8080/x'],
  ['http://praia.com.br', 'http://praia.com.br'],
  ['javascript:alert(1)', 'javascript:alert(1)'],
  ['a@b.co', 'a@b.co'],
  ['praia', 'praia'],
  ['', ''],
])('%s is the address %s', (text, url) => expect(withScheme(text)).toBe(url));

it('tells an address from what is none', () => {
  expect(['praia.com.br', 'https://x.y/z'].every(isUrl)).toBe(true);
  expect(['praia', 'javascript:alert(1)', 'ftp://x.y', ''].some(isUrl)).toBe(false);
});

it('names invisible characters', () => {
  expect(tellable('ç')).toEqual({ shown: 'ç' });
  expect(tellable('\u00a0')).toEqual({ name: 'noBreakSpace', code: 'U+00A0' });
  expect(tellable('\u2009')).toEqual({ name: 'other', code: 'U+2009' });
});

it('puts simple characters in the place of those that make a short message longer', () => {
  expect(simple('“Olá” – ‘tudo’…\u00a0bem\u200b?\u2028\u2022 cafe\u0301')).toBe('"Olá" - \'tudo\'... bem?\n* café');
  expect(simple('👩\u200d👩\u200d👧 ção 你好')).toBe('👩\u200d👩\u200d👧 ção 你好');
});
