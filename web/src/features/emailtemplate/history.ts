import type { Block, Design } from './design';
import { copyOf, find, insert, move, type Place, remove, update, walk } from './tree';

/** What is edited: the design and the subject, which are undone together. */
export type Email = { subject: string; design: Design };

export type History = {
  past: Email[];
  now: Email;
  future: Email[];
  selected: string | null;
  /** What the last change was of; changes of the same thing in a row are undone together. */
  last: { of: string; time: number } | null;
};

export type Action =
  | { do: 'select'; id: string | null }
  | { do: 'insert'; block: Block; to: Place }
  | { do: 'move'; id: string; to: Place }
  | { do: 'update'; id: string; change: Partial<Block>; time: number }
  | { do: 'duplicate'; id: string }
  | { do: 'remove'; id: string }
  | { do: 'design'; change: Partial<Omit<Design, 'blocks'>>; time: number }
  | { do: 'subject'; subject: string; time: number }
  | { do: 'replace'; email: Email }
  | { do: 'undo' }
  | { do: 'redo' };

/** Changes that can be undone. */
export const UNDO_LIMIT = 200;
/** Changes of one field that follow each other within this time are one step. */
const TOGETHER = 1_000;

export const historyOf = (email: Email): History => ({ past: [], now: email, future: [], selected: null, last: null });

/** The next state of an editor; an action that changes nothing gives the same. */
export function reduce(h: History, action: Action): History {
  const { design } = h.now;
  switch (action.do) {
    case 'select':
      return action.id === h.selected ? h : { ...h, selected: action.id, last: null };
    case 'undo':
      return travel(h, h.past, h.future);
    case 'redo':
      return travelOn(h);
    case 'insert':
      return changed(h, { design: insert(design, action.block, action.to) }, action.block.id);
    case 'move':
      return changed(h, { design: move(design, action.id, action.to) }, action.id);
    case 'duplicate':
      return duplicate(h, action.id);
    case 'remove':
      return changed(h, { design: remove(design, action.id) }, neighbourOf(design, action.id));
    case 'update': {
      const of = `${action.id} ${Object.keys(action.change).sort().join()}`;
      return typed(h, { design: update(design, action.id, action.change) }, of, action.time);
    }
    case 'design':
      return typed(h, { design: { ...design, ...action.change } }, 'design', action.time);
    case 'subject':
      return typed(h, { subject: action.subject }, 'subject', action.time);
    case 'replace':
      return changed(h, action.email, null);
  }
}

/** A step of its own. */
function changed(h: History, change: Partial<Email>, selected: string | null): History {
  const now = { ...h.now, ...change };
  if (now.design === h.now.design && now.subject === h.now.subject) return h;
  return { past: [...h.past, h.now].slice(-UNDO_LIMIT), now, future: [], selected, last: null };
}

/** A step that joins the one before where both are of the same field. */
function typed(h: History, change: Partial<Email>, of: string, time: number): History {
  const next = changed(h, change, h.selected);
  if (next === h) return h;
  const joins = h.last !== null && h.last.of === of && time - h.last.time <= TOGETHER;
  return { ...next, past: joins ? h.past : next.past, last: { of, time } };
}

function duplicate(h: History, id: string): History {
  const found = find(h.now.design, id);
  if (!found) return h;
  const copy = copyOf(found.block);
  const to = { ...found.at, index: found.at.index + 1 };
  return changed(h, { design: insert(h.now.design, copy, to) }, copy.id);
}

/** What is selected after a block has gone: the next one of its list, else the one before, else what held it. */
function neighbourOf(design: Design, id: string): string | null {
  const found = find(design, id);
  if (!found) return null;
  const beside = walk(design).filter(
    ({ at }) => at.parent === found.at.parent && (at.column ?? 0) === (found.at.column ?? 0),
  );
  const next = beside[found.at.index + 1] ?? beside[found.at.index - 1];
  return next?.block.id ?? found.at.parent;
}

function travel(h: History, past: Email[], future: Email[]): History {
  const now = past.at(-1);
  if (!now) return h;
  return { past: past.slice(0, -1), now, future: [h.now, ...future], selected: kept(h, now), last: null };
}

function travelOn(h: History): History {
  const [now, ...future] = h.future;
  if (!now) return h;
  return { past: [...h.past, h.now], now, future, selected: kept(h, now), last: null };
}

const kept = (h: History, now: Email) => (find(now.design, h.selected) ? h.selected : null);
