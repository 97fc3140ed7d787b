import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { LOCALES } from '@/lib/i18n/locales';
import { sources } from '../scripts/messages.mjs';

const ROOT = path.join(import.meta.dirname, '../..');
const read = (file: string) => fs.readFileSync(path.join(ROOT, file), 'utf8');

/** English words that the project's glossary replaces, and how each is recognised in a text. */
const OUT_ENGLISH: Record<string, RegExp> = {
  Arrived: /\bArrived\b/,
  Pass: /\bPass (this|\d|\{n)|was passed/,
  judge: /\bJudging\b/,
  kept: /\bKept$/,
  Lift: /\bLift\b/,
  'country prefix': /country prefix/,
  'What waits': /\bWhat waits\b/,
  'Customers that fell silent': /fell silent/,
  'small letters': /[sS]mall letters/,
};

/** Former terms by language, each replaced by one term of the glossary. */
const OUT: Record<(typeof LOCALES)[number], RegExp> = {
  'en-US': new RegExp(
    Object.values(OUT_ENGLISH)
      .map((word) => word.source)
      .join('|'),
  ),
  'zh-CN': /接收人|驳回|账户|国家\/地区代码|个目标/,
  'zh-TW': /接收人|駁回|帳戶|傳送|渠道|用戶|個目標|點擊/,
  'pt-BR': /[aA]núncio|Situação|Estado(?!s Unidos)|Tentar de novo|[pP]refixo do país|Parado|revisão/,
};

/** The rows of GLOSSARY.md that are about texts: the English terms, and the words that they replace. */
function consoleTerms() {
  const [, table = ''] = /^## Console texts\n([\s\S]*?)(?=^#|(?![\s\S]))/m.exec(read('GLOSSARY.md')) ?? [];
  const rows = table.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| Term'));
  return rows.map((row) => {
    const [, , english = '', , not = ''] = row.split('|').map((cell) => cell.trim());
    return { english: english.split(', '), not: not.split(', ').filter((word) => /^[\w ]+$/.test(word)) };
  });
}

/** The texts of a language in a tree whose leaves have all four. */
function texts(of: unknown, locale: string): string[] {
  if (typeof of !== 'object' || of === null) return [];
  return Object.entries(of).flatMap(([key, value]) =>
    key === locale && typeof value === 'string' ? [value] : texts(value, locale),
  );
}

it('GLOSSARY.md and the English texts name the same terms', () => {
  const terms = consoleTerms();
  expect(terms.length).toBeGreaterThan(5);
  const english = sources()
    .flatMap(({ namespaces }) => texts(namespaces, 'en-US'))
    .join('\n')
    .toLowerCase();
  expect(terms.flatMap(({ english }) => english).filter((term) => !english.includes(term.toLowerCase()))).toEqual([]);
  expect(terms.flatMap(({ not }) => not).toSorted()).toEqual(Object.keys(OUT_ENGLISH).toSorted());
});

it('the glossary holds in every text of the console', () => {
  const wrong = sources().flatMap(({ file, namespaces }) =>
    LOCALES.flatMap((locale) =>
      texts(namespaces, locale)
        .filter((text) => OUT[locale].test(text))
        .map((text) => `${locale} ${file}: ${text}`),
    ),
  );
  expect(wrong).toEqual([]);
});

it('the glossary holds in every text of the server', () => {
  const files = (fs.readdirSync(path.join(ROOT, 'pkg'), { recursive: true }) as string[]).filter(
    (f) => f.endsWith('.json') && !/testdata|openapi/.test(f),
  );
  expect(files.length).toBeGreaterThan(50);
  const wrong = files.flatMap((f) =>
    LOCALES.flatMap((locale) =>
      texts(JSON.parse(read(`pkg/${f}`)), locale.replace('-', '_'))
        .filter((text) => OUT[locale].test(text))
        .map((text) => `${locale} pkg/${f}: ${text}`),
    ),
  );
  expect(wrong).toEqual([]);
});
