import { useQueryClient } from '@tanstack/react-query';
import { create } from 'zustand';
import { useApiMutation } from '@/lib/api/mutation';
import { get } from '@/lib/api/query';
import { request } from '@/lib/api/request';
import type { BodyOf } from '@/lib/api/types';
import { errorText } from '@/lib/notifier';
import { useSession } from '@/lib/session';
import { CONVERSATION_LIST, MESSAGE_PAGE, type Message } from './inbox';

export type ReplyBody = BodyOf<'post', typeof MESSAGE_PAGE>;
/** A reply that the server has not answered yet. `after` is the newest message of the thread when it was sent. */
export type Outgoing = {
  id: string;
  body: ReplyBody;
  time: string;
  quoted?: Message;
  after?: { id: string; time: string };
  failed?: string;
};

const EMPTY: Outgoing[] = [];
/** Unanswered replies by user and conversation, kept while the console is open. */
const useOutgoing = create<{ of: Record<string, Outgoing[]> }>(() => ({ of: {} }));
/** The last reply of each conversation that is under way: replies are sent in the order in which they were written. */
const tails = new Map<string, Promise<unknown>>();
let made = 0;

const sameReply = (a: ReplyBody, b: ReplyBody) => JSON.stringify(a) === JSON.stringify(b);

/** Whether the thread already has the reply: its answer may be lost, or later than the push that it was stored. */
function isStored({ after, body }: Outgoing, records: Message[]): boolean {
  if (!after) return false; // the thread was not loaded: an older message may say the same
  const at = records.findIndex((m) => m.id === after.id);
  const later = at < 0 ? records.filter((m) => m.time >= after.time) : records.slice(0, at);
  return later.some((m) => !m.in && m.kind === body.type && (m.text ?? '') === body.text && m.mediaId === body.mediaId);
}

/** Sends replies of a conversation. A reply stands in the thread at once, and stays there with its text when it fails. */
export function useReplies(id: string) {
  const who = useSession((s) => s.info?.userId ?? '');
  const queries = useQueryClient();
  const key = `${who}:${id}`;
  const all = useOutgoing((s) => s.of[key]) ?? EMPTY;
  const latest = get(MESSAGE_PAGE, { path: { id }, query: {} }).queryKey;
  const page = () => queries.getQueryData<{ records: Message[] | null }>(latest);
  const records = () => page()?.records ?? [];
  const newest = () => page() && { id: records()[0]?.id ?? '', time: records()[0]?.time ?? '' };
  const change = (set: (now: Outgoing[]) => Outgoing[]) =>
    useOutgoing.setState(({ of }) => ({ of: { ...of, [key]: set(of[key] ?? EMPTY) } }));
  const drop = (one: string) => change((now) => now.filter((o) => o.id !== one));
  const mark = (one: string, failed?: string) => change((now) => now.map((o) => (o.id === one ? { ...o, failed } : o)));
  const act = useApiMutation(({ body }: Outgoing) => request('post', MESSAGE_PAGE, { path: { id }, body }), {
    changes: [CONVERSATION_LIST],
    quiet: true,
    onDone: (stored, { id: one }) => {
      queries.setQueryData<{ records: Message[] | null }>(
        latest,
        (was) => was && { ...was, records: [stored, ...(was.records ?? []).filter((m) => m.id !== stored.id)] },
      );
      drop(one);
    },
    onFailed: (error, { id: one }) => mark(one, errorText(error)),
  });
  const start = (one: Outgoing) => {
    const run = async () => {
      if (useSession.getState().info?.userId === who) await act.mutateAsync(one).catch(() => {});
    };
    tails.set(key, (tails.get(key) ?? Promise.resolve()).then(run));
  };
  /** Sends a failed reply again under the key of its first try, so it is never stored twice. */
  const retry = (one: Outgoing) => {
    mark(one.id);
    start(one);
  };
  const send = (body: ReplyBody, quoted?: Message) => {
    const same = all.find((o) => sameReply(o.body, body) && !isStored(o, records()));
    if (same) return same.failed === undefined ? undefined : retry(same);
    const one = { id: `outgoing-${++made}`, body, time: new Date().toISOString(), quoted, after: newest() };
    change((now) => [...now.filter((o) => !isStored(o, records())), one]);
    start(one);
  };
  return { shownIn: (thread: Message[]) => all.filter((o) => !isStored(o, thread)), send, retry, discard: drop };
}

export type Replies = ReturnType<typeof useReplies>;
