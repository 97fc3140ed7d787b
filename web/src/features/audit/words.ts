import { useQuery } from '@tanstack/react-query';
import type { Locale } from '@/i18n/locales';
import { usePrefs } from '@/theme/prefs';
import type words from '../../../messages/en-US/auditWords.json';
import type { Line } from './line';

/** What each call did, and what its fields are called. Nobody but this page needs them, so they come with it. */
export type Words = { done: Record<string, string>; field: Record<string, string> };

const LOAD: Record<Locale, () => Promise<{ default: typeof words }>> = {
  'zh-CN': () => import('../../../messages/zh-CN/auditWords.json'),
  'en-US': () => import('../../../messages/en-US/auditWords.json'),
  'pt-BR': () => import('../../../messages/pt-BR/auditWords.json'),
  'zh-TW': () => import('../../../messages/zh-TW/auditWords.json'),
};

const NONE: Words = { done: {}, field: {} };

export function useWords(): { words: Words; ready: boolean } {
  const locale = usePrefs((s) => s.locale);
  const found = useQuery({
    queryKey: ['auditWords', locale],
    queryFn: () => LOAD[locale]().then((m): Words => m.default),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return { words: found.data ?? NONE, ready: !found.isPending };
}

/** What was done, in words; a call that is new is named as it was sent. */
export function doneIn(words: Words, action: string): string {
  const call = action.replace(' /api/', ' /');
  return words.done[call] ?? call;
}

const NAMES = ['name', 'username', 'title', 'orderNo', 'keyword', 'key', 'phoneNumber', 'fileName', 'code'];

/** What it was done to, by the name that it had or has. */
export function nameOf({ before, after }: Pick<Line, 'before' | 'after'>): string {
  for (const of of [after, before] as unknown[]) {
    if (typeof of !== 'object' || of === null) continue;
    for (const field of NAMES) {
      const value = (of as Record<string, unknown>)[field];
      if (typeof value === 'string' && value) return value;
    }
  }
  return '';
}
