import { useLocale } from 'next-intl';
import { type MouseEvent, type ReactNode, useId, useState } from 'react';
import { label, linkOf, seen } from '@/lib/router/menu';
import type { MenuNode } from '@/lib/router/menuNode';
import { openNode } from '@/lib/router/open';
import { Tooltip } from '@/ui/Tooltip';
import { closedGroups } from './closedGroups';
import { MenuIcon } from './icons';
import { NavFlyout } from './NavFlyout';
import css from './nav.module.css';
import { useWaiting } from './waiting';

type Shape = { theme: 'dark' | 'light'; mode: 'inline' | 'horizontal'; collapsed?: boolean };
type Props = Shape & { menu: MenuNode[]; trail: MenuNode[]; onLeave?: () => void };

/** The menu tree: groups that open and close, or open beside themselves where there is no space, and pages as real links. */
export function Nav({ menu, trail, theme, mode, collapsed = false, onLeave }: Props) {
  const [closed, setClosed] = useState(closedGroups.read);
  const small = mode === 'inline' && collapsed;
  const follow = (node: MenuNode) => {
    openNode(node);
    onLeave?.();
  };
  const toggle = (id: string) => {
    const next = closed.includes(id) ? closed.filter((c) => c !== id) : [...closed, id];
    setClosed(next);
    closedGroups.keep(next);
  };
  const list = (nodes: MenuNode[], depth: number) =>
    nodes.map((n) => (
      <li key={n.id}>
        {n.type !== 0 ? (
          <Page node={n} current={trail.includes(n)} depth={depth} small={small} onFollow={follow} />
        ) : small || mode === 'horizontal' ? (
          <NavFlyout node={n} trail={trail} small={small} onFollow={follow} />
        ) : (
          <Group node={n} within={trail.includes(n)} depth={depth} open={!closed.includes(n.id)} onToggle={toggle}>
            {list(seen(n.children), depth + 1)}
          </Group>
        )}
      </li>
    ));
  return (
    <ul className={css.nav} data-theme={theme} data-shape={small ? 'small' : mode}>
      {list(seen(menu), 1)}
    </ul>
  );
}

const indent = (depth: number) => ({ paddingInlineStart: depth * 14 });

type PageProps = {
  node: MenuNode;
  current: boolean;
  depth: number;
  small: boolean;
  onFollow: (n: MenuNode) => void;
};

function Page({ node, current, depth, small, onFollow }: PageProps) {
  const text = label(node, useLocale());
  const waiting = useWaiting(node.uri);
  const external = linkOf(node);
  const follow = (e: MouseEvent) => {
    if (e.button !== 0 || e.metaKey || e.ctrlKey || e.shiftKey || e.altKey) return;
    e.preventDefault();
    onFollow(node);
  };
  const link = (
    <a
      className={css.entry}
      href={external ?? (node.path || undefined)}
      {...(external ? { target: '_blank', rel: 'noopener noreferrer' } : {})}
      aria-current={current ? 'page' : undefined}
      aria-label={small ? text : undefined}
      aria-description={waiting?.said}
      title={small ? undefined : text}
      style={small ? undefined : indent(depth)}
      onClick={follow}
    >
      <MenuIcon name={node.icon} />
      {!small && <span>{text}</span>}
      {waiting && (
        <b aria-hidden className={css.waiting} data-testid="menu-waiting">
          {waiting.shown}
        </b>
      )}
    </a>
  );
  return small ? <Tooltip title={text}>{link}</Tooltip> : link;
}

type GroupProps = {
  node: MenuNode;
  within: boolean;
  depth: number;
  open: boolean;
  onToggle: (id: string) => void;
  children: ReactNode;
};

function Group({ node, within, depth, open, onToggle, children }: GroupProps) {
  const text = label(node, useLocale());
  const id = useId();
  return (
    <>
      <button
        type="button"
        className={css.entry}
        aria-expanded={open}
        aria-controls={id}
        title={text}
        data-within={within}
        style={indent(depth)}
        onClick={() => onToggle(node.id)}
      >
        <MenuIcon name={node.icon} />
        <span>{text}</span>
        <i className={css.arrow} />
      </button>
      <ul id={id} className={css.sub} hidden={!open}>
        {children}
      </ul>
    </>
  );
}
