import { queryClient } from '@/core/query';
import { apiData } from '@/kit/api/client';
import { errorText } from '@/kit/notifier';
import { tabStorage } from '@/kit/storage';
import { useSession } from './session';

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
