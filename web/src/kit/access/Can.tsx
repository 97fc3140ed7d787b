import type { ReactNode } from 'react';
import type { Permission } from '@/lib/api/types';
import { useSession } from '@/lib/session';

/** Condition for seeing a part of the console. All given properties must hold; one entry of each is enough. */
export type AccessRule = {
  permission?: Permission | readonly Permission[];
  role?: string | readonly string[];
  /** User types: 1 admin, 11 agent, 2 first-level, 3 secondary. */
  types?: readonly number[];
};

type Who = { permissions: readonly string[]; roles: readonly string[]; type?: number };

function meets(wanted: string | readonly string[] | undefined, held: readonly string[]): boolean {
  if (wanted === undefined) return true;
  return (typeof wanted === 'string' ? [wanted] : wanted).some((w) => held.includes(w));
}

export function allowed(gate: AccessRule, who: Who): boolean {
  const typed = gate.types === undefined || (who.type !== undefined && gate.types.includes(who.type));
  return meets(gate.permission, who.permissions) && meets(gate.role, who.roles) && typed;
}

/** Tests a permission or a whole rule for the signed-in user. */
export function usePermission(): (rule: Permission | AccessRule) => boolean {
  const permissions = useSession((s) => s.permissions);
  const roles = useSession((s) => s.roles);
  const type = useSession((s) => s.attributes?.type);
  return (rule) => allowed(typeof rule === 'string' ? { permission: rule } : rule, { permissions, roles, type });
}

/**
 * Shows its children to users with the permission or role; otherwise they are removed, not disabled (platform-services
 * §6).
 */
export function Can({ children, ...gate }: AccessRule & { children: ReactNode }) {
  return usePermission()(gate) ? children : null;
}
