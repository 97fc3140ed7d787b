import type { CollisionDetection } from '@dnd-kit/core';
import type { Block, BlockType } from './design';
import type { Place } from './tree';

/** What is dragged: a new block of a type, or a block of the email. */
export type Dragged = { type: BlockType; block?: Block };

export const gapId = ({ parent, column = 0, index }: Place): string => `${parent ?? ''}/${column}/${index}`;

type Box = { left: number; right: number; top: number; bottom: number; width: number };

const away = (at: number, from: number, to: number) => Math.max(from - at, 0, at - to);

/** How far a point is from a box. */
const distance = ({ x, y }: { x: number; y: number }, box: Box) =>
  away(x, box.left, box.right) + away(y, box.top, box.bottom);

/** The gap that is nearest to the pointer; of two that are equally near, the narrower one: that of a column. */
export const nearestGap: CollisionDetection = ({ pointerCoordinates, droppableContainers, droppableRects }) => {
  if (!pointerCoordinates) return [];
  const all = droppableContainers.flatMap((container) => {
    const box = droppableRects.get(container.id);
    return box ? [{ container, box, far: distance(pointerCoordinates, box) }] : [];
  });
  const [first] = all.sort((a, b) => a.far - b.far || a.box.width - b.box.width);
  return first ? [{ id: first.container.id, data: { droppableContainer: first.container, value: first.far } }] : [];
};
