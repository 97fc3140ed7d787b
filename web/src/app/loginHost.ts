import { LOGIN_HOST } from '@/lib/constants';

/** The page of the host that signs users in, which leads back to where they were, without the query string (platform-services §8). */
export function loginAt(at: Pick<Location, 'origin' | 'pathname'>, host: string = LOGIN_HOST): string | null {
  if (!/^https?:\/\//.test(host)) return null;
  const page = new URL(host);
  page.searchParams.set('returnUrl', at.origin + at.pathname);
  return page.href;
}
