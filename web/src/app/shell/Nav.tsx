import { useLocale } from 'next-intl';
import { type MouseEvent, type ReactNode, useId, useState } from 'react';
import { useReviewQueues } from '@/kit/access/reviewQueues';
import { label, linkOf, seen } from '@/lib/router/menu';
import type { MenuNode } from '@/lib/router/menuNode';
import { openNode } from '@/lib/router/open';
import { Tooltip } from '@/ui/Tooltip';
import { MenuIcon } from './icons';
import { NavFlyout } from './NavFlyout';
import css from './nav.module.css';
import { openGroups } from './openGroups';
import { useWaiting } from './waiting';

type Shape = { theme: 'dark' | 'light'; mode: 'inline' | 'horizontal'; collapsed?: boolean };
type Props = Shape & { menu: MenuNode[]; trail: MenuNode[]; onLeave?: () => void };

/**
 * The menu tree: groups that open and close, or open beside themselves where there is no space, and pages as real links. At
 * first the group of the page and the first one are open.
 */
export function Nav({ menu, trail, theme, mode, collapsed = false, onLeave }: Props) {
  const [states, setStates] = useState(openGroups.read);
  useReviewQueues(true);
  const first = seen(menu).find((n) => single(n).type === 0);
  // A group that led to a page stays open when the page is left: nothing moves below the pointer.
  const entered = trail.filter((n) => n.type === 0 && states[n.id] === undefined);
  if (entered.length > 0) setStates({ ...states, ...Object.fromEntries(entered.map((n) => [n.id, true])) });
  const small = mode === 'inline' && collapsed;
  const follow = (node: MenuNode) => {
    openNode(node);
    onLeave?.();
  };
  const isOpen = (n: MenuNode) => states[n.id] ?? n === first;
  const toggle = (n: MenuNode) => {
    const next = { ...states, [n.id]: !isOpen(n) };
    setStates(next);
    openGroups.keep(next);
  };
  const list = (nodes: MenuNode[], depth: number) =>
    nodes.map(single).map((n) => (
      <li key={n.id}>
        {n.type !== 0 ? (
          <Page node={n} current={trail.includes(n)} depth={depth} small={small} onFollow={follow} />
        ) : small || mode === 'horizontal' ? (
          <NavFlyout node={n} trail={trail} small={small} onFollow={follow} />
        ) : (
          <Group node={n} within={trail.includes(n)} depth={depth} open={isOpen(n)} onToggle={toggle}>
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

/** A group of one page is that page. */
function single(n: MenuNode): MenuNode {
  const [only, ...others] = n.type === 0 ? seen(n.children) : [];
  return only && only.type !== 0 && others.length === 0 ? only : n;
}

const indent = (depth: number) => ({ paddingInlineStart: 12 + (depth - 1) * 24 });

type PageProps = {
  node: MenuNode;
  current: boolean;
  depth: number;
  small: boolean;
  onFollow: (n: MenuNode) => void;
};

function Page({ node, current, depth, small, onFollow }: PageProps) {
  const text = label(node, useLocale());
  const waiting = useWaiting(node.uri ? [node.uri] : []);
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
      {waiting && <Count n={waiting.shown} />}
    </a>
  );
  return small ? <Tooltip title={text}>{link}</Tooltip> : link;
}

function Count({ n }: { n: string }) {
  return (
    <b aria-hidden className={css.waiting} data-testid="menu-waiting">
      {n}
    </b>
  );
}

/** The pages below a group. */
const pagesOf = (n: MenuNode): string[] => [...(n.uri ? [n.uri] : []), ...seen(n.children).flatMap(pagesOf)];

type GroupProps = {
  node: MenuNode;
  within: boolean;
  depth: number;
  open: boolean;
  onToggle: (node: MenuNode) => void;
  children: ReactNode;
};

function Group({ node, within, depth, open, onToggle, children }: GroupProps) {
  const text = label(node, useLocale());
  const id = useId();
  const waiting = useWaiting(open ? [] : pagesOf(node));
  return (
    <>
      <button
        type="button"
        className={css.entry}
        aria-expanded={open}
        aria-controls={id}
        aria-description={waiting?.said}
        title={text}
        data-within={within}
        style={indent(depth)}
        onClick={() => onToggle(node)}
      >
        <MenuIcon name={node.icon} />
        <span>{text}</span>
        {waiting && <Count n={waiting.shown} />}
        <i className={css.arrow} />
      </button>
      <ul id={id} className={css.sub} hidden={!open}>
        {children}
      </ul>
    </>
  );
}
