import type words from '../../../messages/en-US/auditWords.json';
import type { Locale } from './locales';

/** Texts of the API calls and their fields. Only the audit log needs them, so they load with its page. */
export type AuditTexts = {
  /** What each call did. */
  done: Record<string, string>;
  /** Sentences with placeholders, for calls that name more than `done` does (`features/audit/sentence.ts`). */
  said: Record<string, string>;
  /** Names of fields. */
  field: Record<string, string>;
};

const LOAD: Record<Locale, () => Promise<{ default: typeof words }>> = {
  'zh-CN': () => import('../../../messages/zh-CN/auditWords.json'),
  'en-US': () => import('../../../messages/en-US/auditWords.json'),
  'pt-BR': () => import('../../../messages/pt-BR/auditWords.json'),
  'zh-TW': () => import('../../../messages/zh-TW/auditWords.json'),
};

export const loadAuditWords = (locale: Locale): Promise<AuditTexts> => LOAD[locale]().then((m) => m.default);
