import { create } from 'zustand';
import { useSession } from '@/lib/session';

type ReplyDraft = { text: string; picture?: { id: string; name: string } };
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
  return { ...now, write };
}
