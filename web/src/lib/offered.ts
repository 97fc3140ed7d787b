import { create } from 'zustand';
import { useSession } from './session';

/** A token of the address bar that waits for an answer: a user is signed in already, and a link must not replace that user unasked. */
export const useOffered = create<{ token: string | null }>()(() => ({ token: null }));

/** Takes a token of the address bar: at once when no user is signed in (decisions §3), else after the user agrees. */
export function offer(token: string) {
  const { token: now, adopt } = useSession.getState();
  if (now && now !== token) useOffered.setState({ token });
  else adopt(token);
}

/** The session ended before the question was answered: no user is signed in any more. */
useSession.subscribe(({ token, adopt }) => {
  const { token: waiting } = useOffered.getState();
  if (token || !waiting) return;
  useOffered.setState({ token: null });
  adopt(waiting);
});
