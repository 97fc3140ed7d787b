import { type ComponentProps, type KeyboardEvent, type ToggleEvent, useLayoutEffect, useRef } from 'react';
import css from './popover.module.css';

export type Placement = 'bottom' | 'bottomLeft' | 'bottomRight' | 'rightTop';

type Props = Omit<ComponentProps<'div'>, 'popover' | 'onToggle'> & {
  open: boolean;
  onOpenChange?: (open: boolean) => void;
  placement: Placement;
  /** The element to stand beside; without it the button that names this layer as its `popovertarget`. */
  anchor?: () => Element | null | undefined;
  /** The browser closes an `auto` layer on Escape and on a press outside. */
  kind?: 'auto' | 'manual';
  onShown?: (layer: HTMLElement) => void;
};

/** An element of the browser's top layer, placed beside its anchor by the style sheet. */
export function Layer(props: Props) {
  const { open, onOpenChange, placement, anchor, kind = 'auto', onShown, className = '', children, ...rest } = props;
  const layer = useRef<HTMLDivElement>(null);
  const shown = useRef(false);
  useLayoutEffect(() => {
    const el = layer.current;
    if (!el || shown.current === open) return;
    if (!open) return el.hidePopover();
    const source = anchor ? anchor() : document.querySelector(`[popovertarget="${el.id}"]`);
    el.showPopover({ source: (source ?? undefined) as HTMLElement | undefined });
  }, [open, anchor]);
  const change = (to: boolean) => {
    shown.current = to;
    onOpenChange?.(to);
  };
  const opens = (e: ToggleEvent) => {
    if (e.target === e.currentTarget && e.newState === 'open') change(true);
  };
  // The content stays until the layer is closed: the browser gives the focus back only while the layer has it.
  const toggled = (e: ToggleEvent<HTMLElement>) => {
    if (e.target !== e.currentTarget) return;
    if (e.newState === 'open') onShown?.(e.currentTarget);
    else change(false);
  };
  const key = (e: KeyboardEvent<HTMLDivElement>) => {
    rest.onKeyDown?.(e);
    if (e.key !== 'Escape' || kind === 'manual') return;
    e.stopPropagation();
    e.nativeEvent.stopPropagation(); // a dialog below would close as well
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its role is given by who shows it
    <div
      {...rest}
      ref={layer}
      popover={kind}
      className={`${css.layer} ${css[placement]} ${className}`}
      onBeforeToggle={opens}
      onToggle={toggled}
      onKeyDown={key}
    >
      {open && children}
    </div>
  );
}
