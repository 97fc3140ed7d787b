import { describe, expect, it } from 'vitest';
import { dropped, flat, type Node, parentsFor, stepped } from '@/features/menu/tree';

const node = (id: string, parentId = '', children?: Node[]) =>
  ({ id, parentId, type: children ? 0 : 1, children: children ?? [] }) as unknown as Node;
const tree = [node('a'), node('d', '', [node('x', 'd'), node('e', 'd', [node('y', 'e')])]), node('b')];

describe('the menu as a tree', () => {
  it('is read from the top', () => {
    expect(flat(tree).map((n) => n.id)).toEqual(['a', 'd', 'x', 'e', 'y', 'b']);
  });

  it('offers directories outside of what is moved', () => {
    expect(parentsFor(tree, undefined).map((p) => [p.node.id, p.level])).toEqual([
      ['d', 0],
      ['e', 1],
    ]);
    expect(parentsFor(tree, 'd')).toEqual([]);
  });

  it('gives the order after a drop', () => {
    expect(dropped(tree, 'b', 'a', 'before')).toEqual({ parentId: '', ids: ['b', 'a', 'd'] });
    expect(dropped(tree, 'a', 'd', 'after')).toEqual({ parentId: '', ids: ['d', 'a', 'b'] });
    expect(dropped(tree, 'b', 'd', 'in')).toEqual({ parentId: 'd', ids: ['b', 'x', 'e'] });
    expect(dropped(tree, 'a', 'y', 'after')).toEqual({ parentId: 'e', ids: ['y', 'a'] });
  });

  it('refuses a drop on itself, below itself, and into a page', () => {
    expect(dropped(tree, 'd', 'd', 'before')).toBeUndefined();
    expect(dropped(tree, 'd', 'y', 'before')).toBeUndefined();
    expect(dropped(tree, 'a', 'b', 'in')).toBeUndefined();
  });

  it('moves a step, not beyond the end', () => {
    const [a, , b] = tree as [Node, Node, Node];
    expect(stepped(tree, a, 1)).toEqual({ parentId: '', ids: ['d', 'a', 'b'] });
    expect(stepped(tree, a, -1)).toBeUndefined();
    expect(stepped(tree, b, 1)).toBeUndefined();
  });
});
