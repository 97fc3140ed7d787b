import { create } from 'zustand';
import { useSession } from '@/lib/session';
import type { Message } from './inbox';

/** What is written and not sent yet. `quotes` is the message that the reply answers. */
type ReplyDraft = { text: string; picture?: { id: string; name: string }; quotes?: Message; note?: string };
const EMPTY_DRAFT: ReplyDraft = { text: '' };

/** Reply drafts by conversation and user, kept while the console is open. */
const useReplyDrafts = create<{ of: Record<string, ReplyDraft> }>(() => ({ of: {} }));

/** The unsent reply of a conversation; it survives a visit to another conversation. */
export function useReplyDraft(id: string) {
  const who = useSession((s) => s.info?.userId ?? '');
  const key = `${who}:${id}`;
  const now = useReplyDrafts((s) => s.of[key]) ?? EMPTY_DRAFT;
  const write = (part: Partial<ReplyDraft>) =>
    useReplyDrafts.setState(({ of }) => ({ of: { ...of, [key]: { ...(of[key] ?? EMPTY_DRAFT), ...part } } }));
  /** Clears a note that was stored, unless it was written on meanwhile. */
  const sent = (note: string) =>
    useReplyDrafts.setState(({ of }) => {
      const draft = of[key] ?? EMPTY_DRAFT;
      return draft.note?.trim() === note ? { of: { ...of, [key]: { ...draft, note: '' } } } : {};
    });
  return { ...now, write, sent };
}
