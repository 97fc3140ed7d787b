import { useQuery } from '@tanstack/react-query';
import { menuQuery } from '@/lib/query';
import { pageOf } from './menu';

/**
 * Returns the path of a page; undefined when the user may not open it. Pages reference each other by uri, never by
 * path.
 */
export function usePathOf(uri: string): string | undefined {
  const menu = useQuery(menuQuery);
  return pageOf(menu.data ?? [], uri)?.path;
}
