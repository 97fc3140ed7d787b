import { useLocale } from 'next-intl';
import { useCallback, useRef, useState } from 'react';
import type { Locale } from '@/lib/i18n/locales';
import { label, linkOf, seen } from '@/lib/router/menu';
import type { MenuNode } from '@/lib/router/menuNode';
import { type MenuEntry, MenuPopover } from '@/ui/Menu';
import { MenuIcon } from './icons';
import css from './nav.module.css';

/** The pages of a group, those of its own groups with their names before them. */
function entriesOf(nodes: MenuNode[], locale: Locale, trail: MenuNode[], onFollow: (n: MenuNode) => void): MenuEntry[] {
  return nodes.flatMap((n): MenuEntry[] =>
    n.type === 0
      ? entriesOf(seen(n.children), locale, trail, onFollow)
      : [
          {
            key: n.id,
            label: label(n, locale),
            icon: <MenuIcon name={n.icon} />,
            href: linkOf(n) ?? (n.path || undefined),
            current: trail.includes(n),
            onPick: () => onFollow(n),
          },
        ],
  );
}

type NavFlyoutProps = { node: MenuNode; trail: MenuNode[]; small: boolean; onFollow: (n: MenuNode) => void };

/** A menu group whose pages open beside it, on hover or on a press. */
export function NavFlyout({ node, trail, small, onFollow }: NavFlyoutProps) {
  const locale = useLocale();
  const text = label(node, locale);
  const [open, setOpen] = useState<'over' | 'press' | 'key' | null>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const at = useCallback(() => trigger.current, []);
  const close = (back: boolean) => {
    setOpen(null);
    if (back) trigger.current?.focus();
  };
  return (
    <div
      className={css.beside}
      onPointerEnter={(e) => e.pointerType === 'mouse' && setOpen(open ?? 'over')}
      onPointerLeave={() => setOpen(null)}
    >
      <button
        ref={trigger}
        type="button"
        className={css.entry}
        aria-haspopup="menu"
        aria-expanded={open !== null}
        aria-label={small ? text : undefined}
        data-within={trail.includes(node)}
        onClick={(e) => setOpen(open && open !== 'over' ? null : e.detail === 0 ? 'key' : 'press')}
      >
        <MenuIcon name={node.icon} />
        {!small && <span>{text}</span>}
      </button>
      {open && (
        <MenuPopover
          at={at}
          within={at}
          side={small ? 'rightTop' : 'bottomLeft'}
          label={text}
          entries={entriesOf(seen(node.children), locale, trail, onFollow)}
          byKey={open === 'key'}
          onClose={close}
        />
      )}
    </div>
  );
}
