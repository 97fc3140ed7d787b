import { useLocale } from 'next-intl';
import { useId, useRef, useState } from 'react';
import type { Locale } from '@/lib/i18n/locales';
import { label, linkOf, seen } from '@/lib/router/menu';
import type { MenuNode } from '@/lib/router/menuNode';
import { type MenuItem, MenuLayer } from '@/ui/Menu';
import { MenuIcon } from './icons';
import css from './nav.module.css';

/** The pages of a group, those of its own groups with their names before them. */
function entriesOf(nodes: MenuNode[], locale: Locale, trail: MenuNode[], onFollow: (n: MenuNode) => void): MenuItem[] {
  return nodes.flatMap((n): MenuItem[] =>
    n.type === 0
      ? entriesOf(seen(n.children), locale, trail, onFollow)
      : [
          {
            key: n.id,
            label: label(n, locale),
            icon: <MenuIcon name={n.icon} />,
            href: linkOf(n) ?? (n.path || undefined),
            'aria-current': trail.includes(n) ? 'page' : undefined,
            onClick: () => onFollow(n),
          },
        ],
  );
}

type NavFlyoutProps = { node: MenuNode; trail: MenuNode[]; small: boolean; onFollow: (n: MenuNode) => void };

/** A menu group whose pages open beside it, on hover or on a press. */
export function NavFlyout({ node, trail, small, onFollow }: NavFlyoutProps) {
  const locale = useLocale();
  const text = label(node, locale);
  const id = useId();
  const [open, setOpen] = useState(false);
  const byKey = useRef(false);
  return (
    <div
      className={css.beside}
      onPointerEnter={(e) => e.pointerType === 'mouse' && setOpen(true)}
      onPointerLeave={(e) => e.pointerType === 'mouse' && setOpen(false)}
    >
      <button
        type="button"
        className={css.entry}
        popoverTarget={id}
        // A mouse that rests on the button has opened the menu before it presses.
        popoverTargetAction="show"
        aria-haspopup="menu"
        aria-expanded={open}
        aria-label={small ? text : undefined}
        data-within={trail.includes(node)}
        onClick={(e) => {
          byKey.current = e.detail === 0;
        }}
      >
        <MenuIcon name={node.icon} />
        {!small && <span>{text}</span>}
      </button>
      <MenuLayer
        {...{ id, open }}
        onOpenChange={setOpen}
        placement={small ? 'rightTop' : 'bottomLeft'}
        label={text}
        menu={{ items: open ? entriesOf(seen(node.children), locale, trail, onFollow) : [] }}
        isByKey={() => byKey.current}
      />
    </div>
  );
}
