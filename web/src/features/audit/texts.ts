import { useQuery } from '@tanstack/react-query';
import { type AuditTexts, loadAuditWords } from '@/lib/i18n/auditWords';
import { usePrefs } from '@/lib/theme/prefs';
import type { Line } from './line';

export type { AuditTexts };

const EMPTY_TEXTS: AuditTexts = { done: {}, said: {}, field: {} };

export function useAuditTexts(): { words: AuditTexts; ready: boolean } {
  const locale = usePrefs((s) => s.locale);
  const found = useQuery({
    queryKey: ['auditWords', locale],
    queryFn: () => loadAuditWords(locale),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return { words: found.data ?? EMPTY_TEXTS, ready: !found.isPending };
}

/** Returns the description of an action; a call without a text is named as it was sent. */
export function doneIn(words: AuditTexts, action: string): string {
  const call = action.replace(' /api/', ' /');
  return words.done[call] ?? call;
}

/** A name as the page's language has it, where it was written in several. */
function inLanguage(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return '';
  const all = value as Record<string, unknown>;
  const own = all[usePrefs.getState().locale.replace('-', '_')] ?? Object.values(all)[0];
  return typeof own === 'string' ? own : '';
}

type Named = Pick<Line, 'objectName' | 'before' | 'after'> & Partial<Pick<Line, 'object' | 'users'>>;

const NAMES = [
  'name',
  'username',
  'title',
  'orderNo',
  'keyword',
  'key',
  'phoneNumber',
  'fileName',
  'code',
  'countryCode',
];

/** Returns the name of the changed object: of the time of the change, else of a user as it is now, else of its fields. */
export function nameOf({ objectName, object, users, before, after }: Named): string {
  const user = users?.find((u) => u.userId === object);
  if (objectName || user) return objectName || user?.name || '';
  for (const fields of [after, before] as unknown[]) {
    if (typeof fields !== 'object' || fields === null) continue;
    for (const field of NAMES) {
      const value = inLanguage((fields as Record<string, unknown>)[field]);
      if (value) return value;
    }
  }
  return '';
}
