import { use, useEffect, useId, useRef } from 'react';
import { PagePath } from '@/lib/router/navigate';

/** Forms with unsaved input, by the path of their page. */
const open = new Map<string, Set<string>>();

const preventUnload = (e: BeforeUnloadEvent) => e.preventDefault();

function mark(path: string, id: string, unsaved: boolean) {
  const forms = open.get(path) ?? new Set();
  if (unsaved) forms.add(id);
  else forms.delete(id);
  if (forms.size > 0) open.set(path, forms);
  else open.delete(path);
  window[open.size > 0 ? 'addEventListener' : 'removeEventListener']('beforeunload', preventUnload as EventListener);
}

/** Whether closing a page would lose what was typed in it. */
export const unsavedIn = (path: string) => open.has(path);

/** Whether any form has typed text that is not saved. */
export const anyUnsaved = () => open.size > 0;

/** Forgets what was typed in a page that was closed, or in all pages of a user who left. */
export function forgetUnsaved(path?: string) {
  for (const one of path === undefined ? [...open.keys()] : [path])
    for (const id of [...(open.get(one) ?? [])]) mark(one, id, false);
}

export type Unsaved = {
  /** Whether something was typed since it was last saved. */
  is: () => boolean;
  typed: () => void;
  saved: () => void;
};

/** Remembers for a form that something in it is not saved: the browser asks before it leaves, the console before it closes the page. */
export function useUnsaved(): Unsaved {
  const path = use(PagePath);
  const id = useId();
  const is = useRef(false);
  const set = (now: boolean) => {
    if (is.current === now) return;
    is.current = now;
    mark(path, id, now);
  };
  useEffect(
    () => () => {
      // A page that is hidden behind another one keeps what was typed; a form that is gone does not.
      if (window.location.pathname === path) mark(path, id, false);
    },
    [path, id],
  );
  return { is: () => is.current, typed: () => set(true), saved: () => set(false) };
}
