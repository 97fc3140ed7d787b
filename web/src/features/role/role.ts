import type { Languages } from '@/kit/input/LanguagesInput';
import { inLanguage } from '@/kit/input/LanguagesInput';
import type { RecordOf } from '@/lib/api/types';
import type { Locale } from '@/lib/i18n/locales';

export const ROLE_LIST = '/system/role/page';
export type Role = RecordOf<typeof ROLE_LIST>;

export type RoleFormValues = {
  code?: string;
  languages: Languages;
  types: number[];
  permissions: string[];
  remark?: string;
};

/** The name by language; one that was given without any is that of the user's. */
function namesOf(role: Role, locale: Locale): Languages {
  const named = Object.values(role.languages ?? {}).some(Boolean);
  return named ? role.languages : { [locale.replace('-', '_')]: role.name };
}

export function valuesOf(role: Role, locale: Locale): RoleFormValues {
  const { code, types, permissions, remark } = role;
  return { code, types: types ?? [], permissions: permissions ?? [], remark, languages: namesOf(role, locale) };
}

/** A role that begins as another one; `name` makes the copy's name of it. */
export function copyOf(role: Role, locale: Locale, name: (of: string) => string): Partial<RoleFormValues> {
  const { code: _, ...values } = valuesOf(role, locale);
  const languages = Object.fromEntries(Object.entries(values.languages).map(([l, text]) => [l, text && name(text)]));
  return { ...values, languages };
}

/** A code for a role without one: from the name if it has letters for one, else from the time. */
export function codeOf(languages: Languages, now = Date.now()): string {
  const latin = [languages.en_US, ...Object.values(languages)].map((name) =>
    (name ?? '')
      .normalize('NFD')
      .toLowerCase()
      .replace(/[^a-z0-9]/g, '')
      .replace(/^\d+/, ''),
  );
  return (latin.find((code) => code.length > 1) ?? `role${now.toString(36)}`).slice(0, 32);
}

export function bodyOf({ languages, code, ...values }: RoleFormValues, locale: Locale) {
  return { ...values, code: code || codeOf(languages), languages, name: inLanguage(languages, locale) };
}
