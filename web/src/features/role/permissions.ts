import { useTranslations } from 'next-intl';
import { usePermission } from '@/kit/access/Can';
import type { Data, Permission } from '@/lib/api/types';
import { contains } from '@/lib/input/fold';

export type Group = NonNullable<Data<'get', '/system/role/permissions'>>[number];
export type MissingPermission = NonNullable<Group['permissions']>[number];

const nounOf = (permission: string) => permission.split(':').slice(0, -1).join('_');
const verbOf = (permission: string) => permission.split(':').at(-1) ?? '';

/** Names of permissions in the user's language; one that is new is called by its own name. */
export function useNames() {
  const t = useTranslations('role');
  const named = (key: string, otherwise: string) => (t.has(key as never) ? t(key as never) : otherwise);
  return {
    group: (g: string) => named(`group.${g}`, g),
    noun: (p: string) => named(`noun.${nounOf(p)}`, nounOf(p).replaceAll('_', ':')),
    verb: (p: string) => named(`verb.${verbOf(p)}`, verbOf(p)),
  };
}

/** Why a permission cannot be given: not to these user types, or not by the caller. */
export function useRefusal(types: readonly number[]): (asked: MissingPermission) => string | undefined {
  const t = useTranslations('role');
  const may = usePermission();
  return (asked) => {
    if (types.some((type) => !asked.types?.includes(type))) return t('notForTypes');
    return may({ permission: asked.permission as Permission }) ? undefined : t('notYours');
  };
}

export type Wanted = { text: string; chosenOnly: boolean; chosen: ReadonlySet<string>; label: (p: string) => string };

/** The groups with what is looked for; a group without any is left out. */
export function filtered(groups: readonly Group[], { text, chosenOnly, chosen, label }: Wanted): Group[] {
  const matches = (a: MissingPermission) =>
    (!chosenOnly || chosen.has(a.permission)) &&
    contains(
      [a.permission, label(a.permission), ...(a.routes ?? []).map((r) => `${r.method} ${r.path} ${r.summary}`)].join(
        ' ',
      ),
      text,
    );
  return groups
    .map((g) => ({ ...g, permissions: (g.permissions ?? []).filter(matches) }))
    .filter((g) => g.permissions.length > 0);
}

/** The permissions of a group by what they are about, in their order. */
export function byNoun(group: Group): MissingPermission[][] {
  const found = new Map<string, MissingPermission[]>();
  for (const a of group.permissions ?? []) {
    const noun = nounOf(a.permission);
    found.set(noun, [...(found.get(noun) ?? []), a]);
  }
  return [...found.values()];
}
