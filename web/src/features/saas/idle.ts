import { anyUnsaved } from '@/kit/form/unsaved';

/** Interval of the check for user activity. */
const LOOK = 1_000;

const FIELDS = 'input, textarea, select, [contenteditable="true"]';

/** Whether an element takes space on the screen. A drawer or modal that was closed stays in the document. */
const isShown = (e: Element) => e.getClientRects().length > 0 && getComputedStyle(e).visibility !== 'hidden';

/**
 * Whether the user is at work on something that a dialog would cover: an address that opens a form or one object, an open dialog or
 * drawer, a field that has the focus, or something typed and not saved.
 */
export function isAtWork(): boolean {
  if (window.location.search !== '' || anyUnsaved()) return true;
  if (document.visibilityState === 'hidden' || document.activeElement?.matches(FIELDS)) return true;
  return [...document.querySelectorAll('[role="dialog"]')].some(isShown);
}

/**
 * Resolves when the user is at work on nothing, twice in a row: a form that is restored opens a moment after its page. Rejects when
 * the signal ends the wait.
 */
export function whenIdle(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    let still = 0;
    const timer = setInterval(() => {
      still = isAtWork() ? 0 : still + 1;
      if (still < 2) return;
      clearInterval(timer);
      resolve();
    }, LOOK);
    signal.addEventListener('abort', () => {
      clearInterval(timer);
      reject(signal.reason);
    });
  });
}
