import { apiData } from '@/lib/api/client';
import { errorText } from './notifier';
import { queryClient } from './query';
import { useSession } from './session';
import { tabStorage } from './storage';

const PROBLEM = 'sign-out-problem';

/** Why the server's part of the last sign-out failed; empty when it did not. */
export const signOutProblem = () => tabStorage.getItem(PROBLEM) ?? '';
export const forgetSignOutProblem = () => tabStorage.removeItem(PROBLEM);

/**
 * Ends the session here in any case; the server's part may fail, and the sign-in page says so (platform-services §4, §8): a message of
 * this page would be gone with it.
 */
export async function signOut() {
  const problem = await apiData('delete', '/oauth/logout').then(() => '', errorText);
  if (problem) tabStorage.setItem(PROBLEM, problem);
  useSession.getState().clear();
  queryClient.clear();
  window.location.assign('/user/login');
}
