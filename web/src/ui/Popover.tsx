import { type ComponentProps, type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react';
import { type Box, computePosition, type PopoverSide } from './computePosition';
import css from './popover.module.css';

type Props = Omit<ComponentProps<'div'>, 'popover'> & {
  /** The anchor: an element, or a point of the window. */
  at: () => Element | Box | null | undefined;
  side: PopoverSide;
  gap: number;
  /** The user pressed outside, or pressed Escape. */
  onAway?: (by: 'press' | 'key') => void;
  /** Element whose presses do not count as outside. */
  within?: () => Element | null | undefined;
};

const boxOf = (at: Element | Box): Box => ('getBoundingClientRect' in at ? at.getBoundingClientRect() : at);

/** Stands over everything else, beside something: in the browser's own top layer, and in the document where it belongs. */
export function Popover({ at, side, gap, onAway, within, className = '', children, ...rest }: Props) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const el = box.current;
    el?.showPopover?.();
    return () => el?.hidePopover?.();
  }, []);
  useLayoutEffect(() => {
    const el = box.current;
    if (!el) return;
    const put = () => {
      const anchor = at();
      if (!anchor) return;
      const room = { left: 0, top: 0, width: document.documentElement.clientWidth, height: window.innerHeight };
      const from = boxOf(anchor);
      const { left, top, above } = computePosition(
        from,
        { width: el.offsetWidth, height: el.offsetHeight },
        side,
        gap,
        room,
      );
      el.style.left = `${left}px`;
      el.style.top = `${top}px`;
      el.dataset.above = String(above);
      el.style.setProperty('--point', `${from.left + from.width / 2 - left}px`);
    };
    put();
    // The content may load later, and the anchor may move.
    const observer = new ResizeObserver(put);
    observer.observe(el);
    window.addEventListener('scroll', put, { capture: true, passive: true });
    window.addEventListener('resize', put);
    return () => {
      observer.disconnect();
      window.removeEventListener('scroll', put, { capture: true });
      window.removeEventListener('resize', put);
    };
  }, [at, side, gap]);
  useEffect(() => {
    if (!onAway) return;
    const press = (e: PointerEvent) => {
      const target = e.target as Node;
      if (!box.current?.contains(target) && !within?.()?.contains(target)) onAway('press');
    };
    document.addEventListener('pointerdown', press, true);
    return () => document.removeEventListener('pointerdown', press, true);
  }, [onAway, within]);
  const key = (e: KeyboardEvent<HTMLDivElement>) => {
    rest.onKeyDown?.(e);
    if (e.key !== 'Escape' || !onAway) return;
    e.stopPropagation();
    e.nativeEvent.stopPropagation(); // a dialog below would close as well
    onAway('key');
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its role is given by who shows it
    <div {...rest} ref={box} popover="manual" className={`${css.float} ${className}`} onKeyDown={key}>
      {children}
    </div>
  );
}
