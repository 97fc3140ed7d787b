import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { LOCALES } from '@/i18n/locales';

const ROOT = path.join(import.meta.dirname, '../..');
const read = (file: string) => fs.readFileSync(path.join(ROOT, file), 'utf8');

/** One word for one thing: on the left what was said before the glossary. */
const OUT: Record<(typeof LOCALES)[number], RegExp> = {
  'en-US': /\bArrived\b|\bPass (this|\d|\{n)|was passed|\bJudging\b|\bLift\b|\bKept$|[sS]mall letters|country prefix/,
  'zh-CN': /接收人|驳回|账户|国家\/地区代码|个目标/,
  'zh-TW': /接收人|駁回|帳戶|傳送|渠道|用戶|個目標|點擊/,
  'pt-BR': /[aA]núncio|Situação|Estado|Tentar de novo|[pP]refixo do país|Parado|revisão/,
};

it('the glossary holds in every text of the console', () => {
  const wrong = LOCALES.flatMap((locale) =>
    fs
      .readdirSync(path.join(ROOT, 'web/messages', locale))
      .filter((f) => f.endsWith('.json'))
      .flatMap((f) =>
        read(`web/messages/${locale}/${f}`)
          .split('\n')
          .map((line) => /^\s*"[^"]*": "(.*)",?$/.exec(line)?.[1] ?? '')
          .filter((text) => OUT[locale].test(text))
          .map((text) => `${locale}/${f}: ${text}`),
      ),
  );
  expect(wrong).toEqual([]);
});
