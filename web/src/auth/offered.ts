import { create } from 'zustand';
import { useSession } from './session';

/** A token of the address bar that waits for an answer: somebody is signed in already, and a link must not change that unasked. */
export const useOffered = create<{ token: string | null }>()(() => ({ token: null }));

/** Takes a token of the address bar: at once while nobody is signed in (decisions §3), else after the user agreed. */
export function offer(token: string) {
  const { token: now, adopt } = useSession.getState();
  if (now && now !== token) useOffered.setState({ token });
  else adopt(token);
}

/** The session ended before the question was answered: nobody is signed in any more. */
useSession.subscribe(({ token, adopt }) => {
  const { token: waiting } = useOffered.getState();
  if (token || !waiting) return;
  useOffered.setState({ token: null });
  adopt(waiting);
});
