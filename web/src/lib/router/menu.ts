import type { Locale } from '@/lib/i18n/locales';
import type { MenuNode } from './menuNode';
import { ERROR_PATHS, type ErrorStatus, OWN } from './routes';

export type Match =
  | { kind: 'page'; node: MenuNode; trail: MenuNode[] }
  | { kind: 'redirect'; to: string }
  | { kind: 'error'; status: ErrorStatus; trail: MenuNode[] };

/** The first page that a directory shows. */
export function firstLeaf(nodes: MenuNode[]): MenuNode | undefined {
  for (const n of nodes) {
    if (n.hidden) continue;
    if (n.type === 1 && n.targetType !== 3 && n.path) return n;
    const found = n.children && firstLeaf(n.children);
    if (found) return found;
  }
  return undefined;
}

const missing = (trail: MenuNode[]): Match => ({ kind: 'error', status: '404', trail });

function into(nodes: MenuNode[], trail: MenuNode[]): Match {
  const leaf = firstLeaf(nodes);
  return leaf ? { kind: 'redirect', to: leaf.path } : missing(trail);
}

function walk(nodes: MenuNode[], path: string, trail: MenuNode[]): Match | undefined {
  for (const n of nodes) {
    const here = [...trail, n];
    if (n.path === path) return n.type === 1 ? { kind: 'page', node: n, trail: here } : into(n.children ?? [], here);
    const deeper = n.children && walk(n.children, path, here);
    if (deeper) return deeper;
  }
  return undefined;
}

/** The groups of a path, as far as there are any: a miss inside a group shows the 404 page with its group. */
function groupsOf(nodes: MenuNode[], path: string): MenuNode[] {
  for (const n of nodes) {
    if (n.type === 0 && path.startsWith(`${n.path}/`)) return [n, ...groupsOf(n.children ?? [], path)];
  }
  return [];
}

/** The first page below a path that is no page and no group, such as one that was a group before. */
function within(nodes: MenuNode[], path: string): Match | undefined {
  const below = nodes.map((n) =>
    n.type === 0 ? { ...n, children: n.children?.filter((c) => c.path.startsWith(`${path}/`)) } : n,
  );
  const leaf = firstLeaf(below.filter((n) => n.type === 0 || n.path.startsWith(`${path}/`)));
  return leaf && { kind: 'redirect', to: leaf.path };
}

/** Returns the page of a path in the address bar; `/redirect/<path>` leads to the path. */
export function match(nodes: MenuNode[], given: string): Match {
  const path = given.length > 1 ? given.replace(/\/+$/, '') : given;
  if (path === '/' || path === '') return into(nodes, []);
  // Never two slashes at the beginning: that would be another host.
  if (path.startsWith('/redirect/'))
    return { kind: 'redirect', to: `/${path.slice('/redirect/'.length).replace(/^[/\\]+/, '')}` };
  if (path in ERROR_PATHS) return { kind: 'error', status: ERROR_PATHS[path as keyof typeof ERROR_PATHS], trail: [] };
  return walk(nodes, path, []) ?? walk(OWN, path, []) ?? within(nodes, path) ?? missing(groupsOf(nodes, path));
}

/** The page of a path, without following anything. */
export function pageAt(nodes: MenuNode[], path: string): MenuNode | undefined {
  const hit = match(nodes, path);
  return hit.kind === 'page' ? hit.node : undefined;
}

/** The page with a uri, if the menu has it. */
export function pageOf(nodes: MenuNode[], uri: string): MenuNode | undefined {
  for (const n of nodes) {
    const found = n.type === 1 && n.uri === uri ? n : pageOf(n.children ?? [], uri);
    if (found) return found;
  }
  return undefined;
}

/** The node of an id. */
export function nodeOf(nodes: MenuNode[], id: string): MenuNode | undefined {
  for (const n of nodes) {
    const found = n.id === id ? n : nodeOf(n.children ?? [], id);
    if (found) return found;
  }
  return undefined;
}

/** The address that an embedded page (2) or a link (3) leads to: http and https alone. */
export function externalOf(n: MenuNode): string | undefined {
  if (n.targetType !== 2 && n.targetType !== 3) return undefined;
  return [n.uri, n.path].find((a) => /^https?:\/\/[^\s\\/?#@]+([/?#][^\s\\]*)?$/i.test(a ?? ''));
}

/** The address of a link that opens in a new tab. */
export const linkOf = (n: MenuNode): string | undefined => (n.targetType === 3 ? externalOf(n) : undefined);

/** Returns the nodes that are not hidden. */
export const seen = (nodes: MenuNode[] | null | undefined): MenuNode[] => (nodes ?? []).filter((n) => !n.hidden);

/** The title in a language, else the one that the server wrote. */
export function label(n: MenuNode, locale: Locale): string {
  return n.languages?.[locale.replace('-', '_')] ?? n.languages?.[locale] ?? n.title;
}
