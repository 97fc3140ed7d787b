import { Button, type ButtonProps } from 'antd';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { fold } from '@/lib/input/fold';
import type { Box, PopoverSide } from './computePosition';
import { Popover } from './Popover';
import css from './popover.module.css';

export type MenuEntry =
  | {
      key: string;
      label: ReactNode;
      icon?: ReactNode;
      danger?: boolean;
      disabled?: boolean;
      /** The one of several that holds now. */
      chosen?: boolean;
      /** Address of an entry that is a link. */
      href?: string;
      current?: boolean;
      onPick: () => void;
    }
  | { key: string; divider: true };

type Item = Exclude<MenuEntry, { divider: true }>;

type Props = {
  at: () => Element | Box | null | undefined;
  within?: () => Element | null | undefined;
  side: PopoverSide;
  label?: string;
  entries: MenuEntry[];
  /** Focuses the first entry when the menu is opened by keyboard. */
  byKey?: boolean;
  /** `back`: the focus goes back to where it was. */
  onClose: (back: boolean) => void;
};

const itemsOf = (menu: HTMLElement | null) => [
  ...(menu?.querySelectorAll<HTMLElement>('[role^="menuitem"]:not([aria-disabled="true"])') ?? []),
];

/** The entry that a key leads to. */
function next(all: HTMLElement[], now: number, key: string): HTMLElement | undefined {
  const n = all.length;
  const to = { ArrowDown: now + 1, ArrowUp: now < 0 ? n - 1 : now - 1, Home: 0, End: n - 1 }[key];
  if (to !== undefined) return all[(to + n) % n];
  if (key.length !== 1 || key === ' ') return undefined;
  const begins = (el: HTMLElement) => fold(el.textContent?.trim() ?? '').startsWith(fold(key));
  return [...all.slice(now + 1), ...all.slice(0, now + 1)].find(begins);
}

/** Entries to choose one of. Arrows, Home, End and first letters walk, Escape and Tab leave. */
export function MenuPopover({ at, within, side, label, entries, byKey = false, onClose }: Props) {
  const menu = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const first = byKey ? itemsOf(menu.current)[0] : undefined;
    (first ?? menu.current)?.focus();
  }, [byKey]);
  const keys = (e: KeyboardEvent) => {
    if (e.key === 'Tab') return onClose(true);
    const all = itemsOf(menu.current);
    const to = e.ctrlKey || e.metaKey || e.altKey ? undefined : next(all, all.indexOf(e.target as HTMLElement), e.key);
    if (!to) return;
    e.preventDefault();
    to.focus();
  };
  return (
    <Popover {...{ at, within, side }} gap={4} onAway={(by) => onClose(by === 'key')}>
      <div ref={menu} role="menu" aria-label={label} tabIndex={-1} className={css.menu} onKeyDown={keys}>
        {entries.map((e) =>
          'divider' in e ? (
            <hr key={e.key} className={css.divider} />
          ) : (
            <MenuItem key={e.key} item={e} onClose={() => onClose(true)} />
          ),
        )}
      </div>
    </Popover>
  );
}

function MenuItem({ item: e, onClose }: { item: Item; onClose: () => void }) {
  const pick = (event: MouseEvent) => {
    // Otherwise the browser follows the link, in a tab of its own.
    if (e.href && (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)) return;
    event.preventDefault();
    if (e.disabled) return;
    onClose();
    e.onPick();
  };
  const props = {
    className: css.entry,
    role: e.chosen === undefined ? 'menuitem' : 'menuitemradio',
    'aria-checked': e.chosen,
    'aria-disabled': e.disabled || undefined,
    'aria-current': e.current ? ('page' as const) : undefined,
    'data-danger': e.danger || undefined,
    tabIndex: -1,
    onClick: pick,
    onPointerMove: (event: { currentTarget: HTMLElement }) => event.currentTarget.focus({ preventScroll: true }),
  };
  const inside = (
    <>
      {e.icon}
      <span>{e.label}</span>
    </>
  );
  return e.href ? (
    <a {...props} href={e.href}>
      {inside}
    </a>
  ) : (
    <button {...props} type="button">
      {inside}
    </button>
  );
}

type ButtonMenuProps = Omit<ButtonProps, 'onClick'> & { entries: MenuEntry[]; side?: PopoverSide };

/** A button that opens a menu. */
export function MenuButton({ entries, side = 'bottomLeft', ...button }: ButtonMenuProps) {
  const trigger = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState<'press' | 'key' | null>(null);
  const at = useCallback(() => trigger.current, []);
  const close = (back: boolean) => {
    setOpen(null);
    if (back) trigger.current?.focus();
  };
  return (
    <>
      <Button
        {...button}
        ref={trigger}
        aria-haspopup="menu"
        aria-expanded={open !== null}
        onKeyDown={(e) => {
          if (e.key !== 'ArrowDown') return;
          e.preventDefault();
          setOpen('key');
        }}
        onClick={(e) => setOpen(open ? null : e.detail === 0 ? 'key' : 'press')}
      />
      {open && (
        <MenuPopover
          {...{ at, side, entries }}
          within={at}
          label={button['aria-label']}
          byKey={open === 'key'}
          onClose={close}
        />
      )}
    </>
  );
}
