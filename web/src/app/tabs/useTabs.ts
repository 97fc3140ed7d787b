import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { forgetUnsaved, unsavedIn } from '@/kit/form/unsaved';
import { KEPT_PAGES } from '@/lib/constants';
import { pageAt } from '@/lib/router/menu';
import type { MenuNode } from '@/lib/router/menuNode';
import { clearPageState, hrefOf, navigate, navigationBlocker } from '@/lib/router/navigate';
import { tabStorage } from '@/lib/storage';
import { useApp } from '@/lib/toasts';
import { type Closing, close, kept, type Refusal, successor, visit } from './rules';

type Tabs = {
  /** Open pages in the order of the bar. */
  open: string[];
  /** Open pages in the order of their last visit; pages that a reload restored are not in it. */
  recent: string[];
  /** Number of reloads of each page. */
  epochs: Record<string, number>;
};

const KEPT = 'tabs';

/** The tabs of this browser tab before it was reloaded. */
function restored(): string[] {
  try {
    const kept = JSON.parse(tabStorage.getItem(KEPT) ?? '[]');
    return Array.isArray(kept) ? kept.filter((p) => typeof p === 'string') : [];
  } catch {
    return [];
  }
}

function remember(open: string[]) {
  tabStorage.setItem(KEPT, JSON.stringify(open));
}

export type TabList = {
  nodes: MenuNode[];
  /** Mounted pages, each with a key that changes when the page is reloaded. */
  mounted: { node: MenuNode; key: string }[];
  active: string | undefined;
  close: (at: string, what: Closing) => Refusal | undefined;
  reload: (path: string) => void;
};

/** The open pages. With `many` off there is one, and none stays alive behind it. */
export function useTabs(menu: MenuNode[] | undefined, page: MenuNode | undefined, many: boolean): TabList {
  const [tabs, setTabs] = useState<Tabs>(() => ({ open: restored(), recent: [], epochs: {} }));
  const t = useTranslations('form');
  const { modal } = useApp();
  const ask = (onOk: () => void) =>
    void modal.confirm({
      title: t('unsavedTitle'),
      content: t('unsavedText'),
      okText: t('discard'),
      cancelText: t('keepEditing'),
      okButtonProps: { danger: true },
      focusable: { autoFocusButton: 'cancel' },
      onOk,
    });
  // Adjusted while rendering: a page joins before it is painted.
  let now = tabs;
  if (page) {
    const alone = [...tabs.open, ...tabs.recent].every((p) => p === page.path);
    now = visit(many || alone ? tabs : { ...tabs, open: [], recent: [] }, page.path);
    if (now !== tabs) setTabs(now);
  }
  useEffect(() => remember(now.open), [now.open]);
  const nodeOf = (path: string) => menu && pageAt(menu, path);
  const nodes = now.open.flatMap((p) => nodeOf(p) ?? []);
  const mounted = kept(now.recent, KEPT_PAGES, unsavedIn)
    .toSorted() // a page that moved in the tree would lose its scroll
    .flatMap((p) => {
      const node = nodeOf(p);
      return node ? [{ node, key: `${p} ${now.epochs[p] ?? 0}` }] : [];
    });

  const closeAt = (at: string, what: Closing, sure = false): Refusal | undefined => {
    const open = nodes.map((n) => n.path);
    const after = close(open, at, what);
    if (typeof after === 'string') return after;
    const gone = open.filter((p) => !after.includes(p));
    if (!sure && gone.some(unsavedIn)) {
      ask(() => closeAt(at, what, true));
      return undefined;
    }
    for (const p of gone) {
      clearPageState(p);
      forgetUnsaved(p);
    }
    setTabs((t) => ({ ...t, open: after, recent: t.recent.filter((p) => after.includes(p)) }));
    const next = page && successor(open, after, page.path);
    if (next && next !== page.path) navigate(hrefOf(next));
    return undefined;
  };
  useEffect(() => {
    navigationBlocker.current = (from, go) => {
      if (many || !unsavedIn(from)) return false;
      ask(() => {
        forgetUnsaved(from);
        go();
      });
      return true;
    };
  });
  const reload = (path: string, sure = false) => {
    if (!sure && unsavedIn(path)) return ask(() => reload(path, true));
    forgetUnsaved(path);
    setTabs((t) => ({ ...t, epochs: { ...t.epochs, [path]: (t.epochs[path] ?? 0) + 1 } }));
  };
  return { nodes, mounted, active: page?.path, close: closeAt, reload };
}
