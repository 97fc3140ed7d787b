import { queryClient } from '@/core/query';
import { call } from '@/kit/api/client';
import { report } from '@/kit/feedback';
import { useSession } from './session';

/** Ends the session here in any case; the server's part may fail, and that is said (platform-services §4, §8). */
export async function signOut() {
  await call('delete', '/oauth/logout').catch(report);
  useSession.getState().clear();
  queryClient.clear();
  window.location.assign('/user/login');
}
