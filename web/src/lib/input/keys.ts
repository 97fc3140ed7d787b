import type { KeyboardEvent as ReactKeyboardEvent } from 'react';

/** The key code of every press that an input method takes for itself. */
const TAKEN = 229;

type Press = Pick<KeyboardEvent, 'key' | 'keyCode' | 'isComposing'>;

/**
 * Whether a key press belongs to an input method. Safari ends the composition before it sends the Enter that confirmed the word, so
 * `isComposing` is false there and only the key code tells (WebKit bug 165004).
 */
export function composing(e: Press): boolean {
  return e.isComposing || e.keyCode === TAKEN;
}

/** Whether Enter was pressed as such, and not to confirm a word of an input method. */
export function isEnter(e: Press | ReactKeyboardEvent): boolean {
  return e.key === 'Enter' && !composing('nativeEvent' in e ? e.nativeEvent : e);
}

/** Keeps the Enter that confirms a word from every handler of the page, those of libraries included. Returns how to undo it. */
export function guardComposition(): () => void {
  const stop = (e: KeyboardEvent) => {
    if (e.key === 'Enter' && composing(e)) e.stopImmediatePropagation();
  };
  window.addEventListener('keydown', stop, true);
  return () => window.removeEventListener('keydown', stop, true);
}
