import { linkOf } from './menu';
import type { MenuNode } from './menuNode';
import { clearPageState, navigate } from './navigate';

/** Opens a page at its list (decisions §13); links of type 3 open in a new tab. */
export function openNode(node: MenuNode) {
  const external = linkOf(node);
  if (external) window.open(external, '_blank', 'noopener,noreferrer');
  else if (node.path) {
    clearPageState(node.path);
    navigate(node.path);
  }
}
