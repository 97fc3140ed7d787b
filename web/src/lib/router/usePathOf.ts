import { useQuery } from '@tanstack/react-query';
import { menuQuery } from '@/lib/query';
import type { MenuNode } from './menuNode';

function find(nodes: MenuNode[], uri: string): string | undefined {
  for (const n of nodes) {
    if (n.type === 1 && n.uri === uri) return n.path;
    const found = n.children && find(n.children, uri);
    if (found) return found;
  }
  return undefined;
}

/**
 * Returns the path of a page; undefined when the user may not open it. Pages reference each other by uri, never by
 * path.
 */
export function usePathOf(uri: string): string | undefined {
  const menu = useQuery(menuQuery);
  return find(menu.data ?? [], uri);
}
