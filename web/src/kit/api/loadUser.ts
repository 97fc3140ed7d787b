import { useSession } from '@/auth/session';
import { apiData } from './client';

/** Asks who is signed in and what they may do: after a token from the address bar, and when roles or the menu have changed. */
export async function loadUser(): Promise<void> {
  const { info, attributes, permissions, roles } = await apiData('get', '/oauth/getUser');
  if (!Array.isArray(roles) || !Array.isArray(permissions))
    throw new Error('getInfo: roles must be a non-null array !');
  useSession.setState({ info, attributes, permissions, roles });
}
