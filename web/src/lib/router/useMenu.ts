import { useQuery } from '@tanstack/react-query';
import { menuQuery } from '@/lib/query';
import type { MenuNode } from './menuNode';

const NO_NODES: MenuNode[] = [];

/** The menu of the user; empty until it is there. */
export const useMenu = (): MenuNode[] => useQuery(menuQuery).data ?? NO_NODES;
