import type { Data } from '@/lib/api/types';

export const MENU_LIST = '/system/menu/list';

/** A node as menu administrators see it. */
export type Node = NonNullable<Data<'get', typeof MENU_LIST>>[number];

/** Drop position relative to another node. */
export type Place = 'in' | 'before' | 'after';
export type Order = { parentId: string; ids: string[] };

/** All nodes, each before what is in it. */
export function flat(nodes: Node[]): Node[] {
  return nodes.flatMap((n) => [n, ...flat((n.children as Node[] | null) ?? [])]);
}

/** Returns the children of a directory; the top level for an empty id. */
export function within(nodes: Node[], parentId: string): Node[] {
  return parentId === '' ? nodes : ((flat(nodes).find((n) => n.id === parentId)?.children as Node[] | null) ?? []);
}

/** The directories that a node can be moved to: not itself, nor what is in it. */
export function parentsFor(nodes: Node[], id: string | undefined): { node: Node; level: number }[] {
  const walk = (list: Node[], level: number): { node: Node; level: number }[] =>
    list
      .filter((n) => n.type === 0 && n.id !== id)
      .flatMap((node) => [{ node, level }, ...walk((node.children as Node[] | null) ?? [], level + 1)]);
  return walk(nodes, 0);
}

/** The new order of a directory when a node is dropped; nothing when it cannot be dropped there. */
export function dropped(nodes: Node[], id: string, on: string, place: Place): Order | undefined {
  const all = flat(nodes);
  const [moved, target] = [all.find((n) => n.id === id), all.find((n) => n.id === on)];
  if (!moved || !target || id === on || flat([moved]).some((n) => n.id === on)) return undefined;
  if (place === 'in') {
    if (target.type !== 0) return undefined;
    return { parentId: on, ids: [id, ...within(nodes, on).flatMap((n) => (n.id === id ? [] : [n.id]))] };
  }
  const parentId = target.parentId;
  const ids = within(nodes, parentId).flatMap((n) => (n.id === id ? [] : [n.id]));
  ids.splice(ids.indexOf(on) + (place === 'after' ? 1 : 0), 0, id);
  return { parentId, ids };
}

/** The order of a node's directory when it goes one place up (-1) or down (1); nothing at the end. */
export function stepped(nodes: Node[], node: Node, by: -1 | 1): Order | undefined {
  const ids = within(nodes, node.parentId).map((n) => n.id);
  const at = ids.indexOf(node.id);
  const to = at + by;
  if (at < 0 || to < 0 || to >= ids.length) return undefined;
  ids.splice(at, 1);
  ids.splice(to, 0, node.id);
  return { parentId: node.parentId, ids };
}
