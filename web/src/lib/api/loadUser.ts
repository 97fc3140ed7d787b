import { useSession } from '@/lib/session';
import { apiData } from './client';

/** Loads the signed-in user and its permissions: after a token from the address bar, and when roles or the menu changed. */
export async function loadUser(): Promise<void> {
  const { info, attributes, permissions, roles } = await apiData('get', '/oauth/getUser');
  if (!Array.isArray(roles) || !Array.isArray(permissions))
    throw new Error('getInfo: roles must be a non-null array !');
  useSession.setState({ info, attributes, permissions, roles });
}
