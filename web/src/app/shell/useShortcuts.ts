import { useEffect } from 'react';
import { tinykeys } from 'tinykeys';
import { PLACES } from '@/features/palette/actions';
import { composing } from '@/lib/input/keys';
import { useOverlay } from '@/lib/overlay';
import { pageAt } from '@/lib/router/menu';
import type { MenuNode } from '@/lib/router/menuNode';
import { openNode } from '@/lib/router/open';
import { usePrefs } from '@/lib/theme/prefs';

const typing = (at: EventTarget | null) =>
  at instanceof HTMLElement && (at.isContentEditable || at.matches('input, textarea, select, [role=combobox]'));

/** Whether a window lies over the page, which has the keys then. */
const covered = () => document.querySelector('.ant-modal-wrap:not([style*="none"]), .ant-drawer-open') !== null;

/** The first control of the visible page that fits a selector. */
const visible = (selector: string) =>
  [...document.querySelectorAll<HTMLElement>(`#content ${selector}`)].find((e) => e.checkVisibility());

/** Keys of the whole console: they are listed in Shortcuts. */
export function useShortcuts(menu: MenuNode[] | undefined) {
  useEffect(() => {
    const open = useOverlay.getState().open;
    const plain = (run: (e: KeyboardEvent) => void) => (e: KeyboardEvent) => {
      if (typing(e.target) || covered()) return;
      e.preventDefault();
      run(e);
    };
    const places = PLACES.map(({ keys, page }) => [
      keys,
      plain(() => {
        const node = menu && pageAt(menu, page);
        if (node) openNode(node);
      }),
    ]);
    return tinykeys(
      window,
      {
        '$mod+k': (e) => {
          e.preventDefault();
          if (useOverlay.getState().shown === null) open('palette'); // a payment, say, stays open
        },
        '/': plain(() => visible('input[type=search], [role=searchbox]')?.focus()),
        // The plus tells what creates from what acts on the page's object, as starting an order does.
        n: plain(() => visible('[data-page-head] .ant-btn-primary:has(.anticon-plus)')?.click()),
        '[': plain(() => usePrefs.getState().set({ collapsed: !usePrefs.getState().collapsed })),
        'Shift+?': plain(() => open('shortcuts')),
        '?': plain(() => open('shortcuts')),
        ...Object.fromEntries(places),
      },
      { ignore: (e) => composing(e) || e.repeat },
    );
  }, [menu]);
}
