import { create } from 'zustand';
import { useSession } from '@/auth/session';

type Written = { text: string; picture?: { id: string; name: string } };
const NONE: Written = { text: '' };

/** What was begun in each conversation, for as long as the console is open and by the same person. */
const useAll = create<{ of: Record<string, Written> }>(() => ({ of: {} }));

/** The reply of a conversation as far as it is written: who looks into another one finds it again. */
export function useWritten(id: string) {
  const who = useSession((s) => s.info?.userId ?? '');
  const key = `${who}:${id}`;
  const now = useAll((s) => s.of[key]) ?? NONE;
  const write = (part: Partial<Written>) =>
    useAll.setState(({ of }) => ({ of: { ...of, [key]: { ...(of[key] ?? NONE), ...part } } }));
  /** What was not sent is there again, unless something else was begun meanwhile. */
  const restore = (sent: Written) =>
    useAll.setState(({ of }) => {
      const { text, picture } = of[key] ?? NONE;
      return text || picture ? { of } : { of: { ...of, [key]: sent } };
    });
  return { ...now, write, restore };
}
