/** The side and alignment of a popover relative to its anchor. */
export type PopoverSide = 'bottomLeft' | 'bottomRight' | 'bottom' | 'rightTop';
export type Box = { left: number; top: number; width: number; height: number };
export type PopoverPosition = { left: number; top: number; above: boolean };

const EDGE = 4;

/** The place of a box beside another in a window: on the other side where there is more space, never out of the window. */
export function computePosition(
  at: Box,
  own: { width: number; height: number },
  side: PopoverSide,
  gap: number,
  room: Box,
): PopoverPosition {
  const clamp = (v: number, size: number, most: number) => Math.max(EDGE, Math.min(v, most - size - EDGE));
  if (side === 'rightTop') {
    const right = at.left + at.width + gap;
    const fits = right + own.width + EDGE <= room.width;
    return {
      left: fits ? right : clamp(at.left - gap - own.width, own.width, room.width),
      top: clamp(at.top, own.height, room.height),
      above: false,
    };
  }
  const below = at.top + at.height + gap;
  const over = at.top - gap - own.height;
  const above = below + own.height + EDGE > room.height && over >= EDGE;
  const shift = { bottomLeft: 0, bottomRight: at.width - own.width, bottom: (at.width - own.width) / 2 }[side];
  return {
    left: clamp(at.left + shift, own.width, room.width),
    top: above ? over : Math.min(below, Math.max(EDGE, room.height - own.height - EDGE)),
    above,
  };
}
