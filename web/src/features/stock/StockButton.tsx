import { CloseOutlined, InboxOutlined } from '@ant-design/icons';
import { useTranslations } from 'next-intl';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { PRESS } from '@/lib/constants';
import { isEnter } from '@/lib/input/keys';
import { useOverlay } from '@/lib/overlay';
import { DEFAULTS, usePrefs } from '@/lib/theme/prefs';
import css from './stock.module.css';

type Place = { right: number; bottom: number };
type Press = { at: number; x: number; y: number; from: Place };

const SIZE = 48;
const EDGE = 8;
const STEP = 16;

/** The place nearest to the wanted one at which the whole button is in the window. */
export function within(p: Place, width: number, height: number): Place {
  const clamp = (v: number, most: number) => Math.max(EDGE, Math.min(v, most - SIZE - EDGE));
  return { right: clamp(p.right, width), bottom: clamp(p.bottom, height) };
}

const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [STEP, 0],
  ArrowRight: [-STEP, 0],
  ArrowUp: [0, STEP],
  ArrowDown: [0, -STEP],
};

const DOCKED = DEFAULTS.stockAt;
const isDocked = (p: Place) => p.right === DOCKED.right && p.bottom === DOCKED.bottom;

/** The position of an element in the window. */
function placeOf(el: HTMLElement): Place {
  const box = el.getBoundingClientRect();
  return { right: window.innerWidth - box.right, bottom: window.innerHeight - box.bottom };
}

/**
 * Opens the stock. It lies below the page, where it covers nothing, until the user drags it out. A press shorter than
 * 150 ms is a click, a longer one drags; arrow keys move it too.
 */
export function StockButton() {
  const t = useTranslations('shell');
  const open = useOverlay((s) => s.open);
  const at = usePrefs((s) => s.stockAt);
  const set = usePrefs((s) => s.set);
  const press = useRef<Press | null>(null);
  const [dragged, setDragged] = useState<Place | null>(null);
  const shown = dragged ?? at;
  const inWindow = (p: Place) => within(p, window.innerWidth, window.innerHeight);

  const down = (e: PointerEvent<HTMLButtonElement>) => {
    if (e.button !== 0) return;
    e.currentTarget.setPointerCapture(e.pointerId);
    press.current = { at: e.timeStamp, x: e.clientX, y: e.clientY, from: placeOf(e.currentTarget) };
  };
  const under = (e: PointerEvent, p: Press) =>
    inWindow({ right: p.from.right - (e.clientX - p.x), bottom: p.from.bottom - (e.clientY - p.y) });
  const move = (e: PointerEvent<HTMLButtonElement>) => {
    const p = press.current;
    if (p && e.timeStamp - p.at >= PRESS) setDragged(under(e, p));
  };
  const up = (e: PointerEvent<HTMLButtonElement>) => {
    const p = press.current;
    press.current = null;
    if (!p) return;
    // The button stays where it is released, as a busy page may not have rendered the drag.
    if (e.timeStamp - p.at < PRESS) open('stock');
    else if (dragged || e.clientX !== p.x || e.clientY !== p.y) set({ stockAt: under(e, p) });
    setDragged(null);
  };
  const keys = (e: KeyboardEvent<HTMLButtonElement>) => {
    const step = ARROWS[e.key];
    if (step) {
      e.preventDefault();
      const from = placeOf(e.currentTarget);
      set({ stockAt: inWindow({ right: from.right + step[0], bottom: from.bottom + step[1] }) });
    } else if (isEnter(e) || e.key === ' ') {
      e.preventDefault();
      open('stock');
    } else if (e.key === 'Delete') set({ stock: false });
  };
  return (
    <div
      className={css.float}
      data-docked={isDocked(shown)}
      data-dragging={dragged !== null}
      style={{ right: shown.right, bottom: shown.bottom }}
    >
      <button
        type="button"
        className={css.button}
        aria-label={t('stock')}
        aria-keyshortcuts="Delete"
        title={t('stockHint')}
        onPointerDown={down}
        onPointerMove={move}
        onPointerUp={up}
        onPointerCancel={() => {
          press.current = null;
          setDragged(null);
        }}
        onKeyDown={keys}
      >
        <InboxOutlined aria-hidden />
      </button>
      <button type="button" className={css.hide} aria-label={t('stockHide')} onClick={() => set({ stock: false })}>
        <CloseOutlined aria-hidden />
      </button>
    </div>
  );
}
