import { useTranslations } from 'next-intl';
import type { Data, RecordOf } from '@/lib/api/types';

export type Collection = RecordOf<'/aty/contactsgroup/page'>;
export type ImportStatus = Data<'get', '/aty/contactsgroup/{id}/import/{taskId}'>;

/** Options for reading a file: its column, and whether national numbers get the country code. */
export type ImportOptions = { column?: string; addPrefix?: boolean };

/** Returns whether a collection accepts an import; it has one at a time (the server refuses a second one). */
export function importable(c: Collection): boolean {
  return c.status !== 'importing';
}

/** Messages that differ for addresses: `emails` has one of each name. */
type MemberWord =
  | 'countryHint'
  | 'fileRule'
  | 'imported'
  | 'importedSome'
  | 'membersEmpty'
  | 'removeTitle'
  | 'removeText'
  | 'removed'
  | 'correctHint'
  | 'addNumbers'
  | 'numbersHint'
  | 'added';

/** Returns the messages of a collection's type, numbers or addresses. */
export function useMemberTexts(type: Collection['type'] | undefined) {
  const t = useTranslations('contact');
  return (word: MemberWord, values?: Record<string, string | number>) =>
    t(type === 'email' ? `emails.${word}` : word, values as never);
}
