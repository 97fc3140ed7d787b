import type { Locale } from '@/i18n/locales';

/** A node of the server's menu tree (platform-services §2). */
export type MenuNode = {
  id: string;
  /** 0 directory, 1 page */
  type: number;
  /** 1 page module by uri, 2 embedded address, 3 link in a new tab */
  targetType?: number;
  uri?: string;
  path: string;
  icon?: string;
  hidden?: boolean;
  title: string;
  languages?: Record<string, string>;
  children?: MenuNode[] | null;
};

export type Match =
  | { kind: 'page'; node: MenuNode; trail: MenuNode[] }
  | { kind: 'redirect'; to: string }
  | { kind: 'none' };

/** The first page that a directory shows. */
export function firstLeaf(nodes: MenuNode[]): MenuNode | undefined {
  for (const n of nodes) {
    if (n.hidden) continue;
    if (n.type === 1 && n.targetType !== 3) return n;
    const found = n.children && firstLeaf(n.children);
    if (found) return found;
  }
  return undefined;
}

function redirectInto(nodes: MenuNode[]): Match {
  const leaf = firstLeaf(nodes);
  return leaf ? { kind: 'redirect', to: leaf.path } : { kind: 'none' };
}

/** What a path of the address bar shows; `/redirect/<path>` goes to the path. */
export function match(nodes: MenuNode[], path: string): Match {
  if (path === '/') return redirectInto(nodes);
  if (path.startsWith('/redirect/')) return { kind: 'redirect', to: path.slice('/redirect'.length) };
  const walk = (list: MenuNode[], trail: MenuNode[]): Match | undefined => {
    for (const n of list) {
      const here = [...trail, n];
      if (n.path === path)
        return n.type === 1 ? { kind: 'page', node: n, trail: here } : redirectInto(n.children ?? []);
      const deeper = n.children && walk(n.children, here);
      if (deeper) return deeper;
    }
    return undefined;
  };
  return walk(nodes, []) ?? { kind: 'none' };
}

/** The title in a language, else the one that the server wrote. */
export function label(n: MenuNode, locale: Locale): string {
  return n.languages?.[locale.replace('-', '_')] ?? n.languages?.[locale] ?? n.title;
}
