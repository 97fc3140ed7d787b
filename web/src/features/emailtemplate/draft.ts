import { useSession } from '@/lib/session';
import { tabStorage } from '@/lib/storage';
import type { Design } from './design';

/** What an author has written: kept in the tab while it is not saved, so that a reload loses nothing. */
export type Draft = { name: string; subject: string; design: Design; version: number };

const PAUSE = 400;
const keyOf = (id: string) => `emailtemplate:${useSession.getState().info?.userId ?? ''}:${id}`;

/** The unsaved work on a template, `new` for one that was never saved. */
export function draftOf(id: string): Draft | undefined {
  try {
    const kept = JSON.parse(tabStorage.getItem(keyOf(id)) ?? 'null') as Draft | null;
    return kept && Array.isArray(kept.design?.blocks) ? kept : undefined;
  } catch {
    return undefined; // nothing of ours
  }
}

export function dropDraft(id: string) {
  tabStorage.removeItem(keyOf(id));
}

export type DraftKeeper = { keep: (draft: Draft) => void; drop: () => void };

/** Keeps the work on a template, a moment after each change. */
export function draftKeeper(id: string): DraftKeeper {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    keep: (draft) => {
      clearTimeout(timer);
      timer = setTimeout(() => tabStorage.setItem(keyOf(id), JSON.stringify(draft)), PAUSE);
    },
    drop: () => {
      clearTimeout(timer);
      dropDraft(id);
    },
  };
}
