import type { KeyboardEvent, MouseEvent, ReactNode } from 'react';
import { fold } from '@/lib/input/fold';
import { Layer, type Placement } from './Layer';
import css from './popover.module.css';

type Entry = {
  key: string;
  label: ReactNode;
  icon?: ReactNode;
  danger?: boolean;
  disabled?: boolean;
  /** Address of an entry that is a link. */
  href?: string;
  'aria-current'?: 'page';
  onClick: () => void;
};

export type MenuItem = Entry | { key: string; type: 'divider' };
export type MenuProps = {
  items: MenuItem[];
  /** With it the entries are options, of which these are chosen. */
  selectedKeys?: string[];
};

const entriesOf = (menu: Element | null) => [
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

/** Closes the layer around an element; the browser gives the focus back to what had it before. */
const closeAround = (el: HTMLElement) => el.closest<HTMLElement>('[popover]')?.hidePopover();

type Props = {
  id?: string;
  menu: MenuProps;
  label?: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  placement: Placement;
  anchor?: () => Element | null | undefined;
  /** Whether the keyboard opened the menu: the first entry gets the focus. */
  isByKey: () => boolean;
};

/** A menu in the top layer. Arrows, Home, End and first letters walk, Escape and Tab leave. */
export function MenuLayer({ menu: { items, selectedKeys }, label, isByKey, ...layer }: Props) {
  const keys = (e: KeyboardEvent<HTMLElement>) => {
    if (e.key === 'Tab') return closeAround(e.currentTarget);
    const all = entriesOf(e.currentTarget);
    const to = e.ctrlKey || e.metaKey || e.altKey ? undefined : next(all, all.indexOf(e.target as HTMLElement), e.key);
    if (!to) return;
    e.preventDefault();
    to.focus();
  };
  const focus = (el: HTMLElement) => {
    const menu = el.querySelector<HTMLElement>('[role="menu"]');
    ((isByKey() && entriesOf(menu)[0]) || menu)?.focus();
  };
  return (
    <Layer {...layer} onShown={focus}>
      <div role="menu" aria-label={label} tabIndex={-1} className={css.menu} onKeyDown={keys}>
        {items.map((item) =>
          'type' in item ? (
            <hr key={item.key} className={css.divider} />
          ) : (
            <MenuEntry key={item.key} entry={item} chosen={selectedKeys?.includes(item.key)} />
          ),
        )}
      </div>
    </Layer>
  );
}

function MenuEntry({ entry: e, chosen }: { entry: Entry; chosen: boolean | undefined }) {
  const pick = (event: MouseEvent<HTMLElement>) => {
    // Otherwise the browser follows the link, in a tab of its own.
    if (e.href && (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)) return;
    event.preventDefault();
    if (e.disabled) return;
    closeAround(event.currentTarget);
    e.onClick();
  };
  const props = {
    className: css.entry,
    role: chosen === undefined ? 'menuitem' : 'menuitemradio',
    'aria-checked': chosen,
    'aria-disabled': e.disabled || undefined,
    'aria-current': e['aria-current'],
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
