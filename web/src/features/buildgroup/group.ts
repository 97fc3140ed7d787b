import type { Data, RecordOf } from '@/lib/api/types';

export type GroupOrder = Data<'get', '/bgo/buildgroup/{id}'>;
export type Group = RecordOf<'/bgo/buildgroup/{id}/group/page'>;
export type Scale = Data<'get', '/bgo/buildgroup/buildGroupScale'>;
export type Maker = NonNullable<Scale['providers']>[number];
export type Size = { min: number; max: number };

/** States of people in a group, members first. */
export const PEOPLE = ['joined', 'invited', 'waiting', 'refused', 'left', 'unknown'] as const;

/** Capabilities of a provider for groups. */
export type Ability = 'canAdd' | 'canMute' | 'canPromote' | 'canGreet';

/** The provider that creates the groups: the chosen one, or the default when none is chosen. */
export function makerOf(scale: Scale | undefined, provider: string | undefined): Maker | undefined {
  const all = scale?.providers ?? [];
  return all.find((m) => m.provider === provider) ?? all[0];
}

/** The ranges of sizes that a provider makes; all that it can where it makes none of the usual ones whole. */
export function sizesOf(scale: Scale, maker: Maker): Size[] {
  const kept = (scale.ranges ?? []).filter((r) => r.min >= maker.sizeMin && r.max <= maker.sizeMax);
  return kept.length > 0 ? kept : [{ min: maker.sizeMin, max: maker.sizeMax }];
}

/** The name of an order's nth group, from 0. */
export function nameOf(v: { groupName?: string; suffix?: boolean; suffixStart?: number | null }, n: number): string {
  const name = v.groupName?.trim() ?? '';
  return v.suffix && v.suffixStart !== null && v.suffixStart !== undefined ? `${name}${v.suffixStart + n}` : name;
}

/** Returns the number of groups that the members need; undefined while unknown. Staff take places of each group. */
export function groupsOf(members: number | undefined, size: number | undefined, staff: number): number | undefined {
  const places = (size ?? 0) - staff;
  return members && places > 0 ? Math.ceil(members / places) : undefined;
}

/** Places of each group that are not for members: those of the staff, and of the account that makes the group. */
export function takenOf(v: { services?: unknown[]; admins?: unknown[] }, maker: Maker | undefined): number {
  return (v.services?.length ?? 0) + (v.admins?.length ?? 0) + (maker?.own ?? 0);
}
