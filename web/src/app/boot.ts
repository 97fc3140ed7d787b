import './popups';
import { rememberedTicker, tickerQuery } from '@/features/mynotice/query';
import { loadUser } from '@/lib/api/loadUser';
import { TICKER_WAIT } from '@/lib/constants';
import { reportUncaughtErrors } from '@/lib/crash';
import { FIRST_TEXTS, loadPack, type Pack } from '@/lib/i18n/words';
import { offer } from '@/lib/offered';
import { loadMenu, queryClient } from '@/lib/query';
import { lazyModule } from '@/lib/router/lazyModule';
import { firstLeaf, match } from '@/lib/router/menu';
import { followOtherTabs, useSession } from '@/lib/session';
import { loadAccents } from '@/lib/theme/accents';
import { followSystem, usePrefs } from '@/lib/theme/prefs';

export type Booted = { pack: Pack };
export const Login = lazyModule(() => import('@/features/auth/Login'), ['auth']);
export const Shell = lazyModule(() => import('@/app/shell/Shell'));
export const Register = lazyModule(() => import('@/features/auth/Register'), ['auth']);
export const RegisterResult = lazyModule(() => import('@/features/auth/RegisterResult'), ['auth']);
export const Forgot = lazyModule(() => import('@/features/auth/Forgot'), ['auth']);
export const Reset = lazyModule(() => import('@/features/auth/Reset'), ['auth']);
export const PublicStatus = lazyModule(() => import('@/app/shell/PublicStatus'), ['antd', 'servicestatus']);
export const ChangePassword = lazyModule(() => import('@/features/auth/ChangePassword'), ['auth']);

/** Pages that need no token. */
export const ANONYMOUS: Record<string, typeof Login> = {
  '/user/login': Login,
  '/user/register': Register,
  '/user/register-result': RegisterResult,
  '/user/forgot': Forgot,
  '/user/reset': Reset,
  '/status': PublicStatus,
};

/** The pages are known by the shell: their code shares what the shell has loaded. */
async function preloadPage(path: string) {
  const shell = Shell.preload().then(() => import('@/app/shell/Shell'));
  const [menu, { pageFor }] = await Promise.all([loadMenu(), shell]);
  const hit = match(menu, path);
  const node = hit.kind === 'page' ? hit.node : firstLeaf(menu);
  await (node?.uri ? pageFor(node.uri)?.preload() : undefined);
}

/** Everything that the signed-in console needs; also fetched while the user types a password. */
export const preloadShell = (): Promise<unknown> => Shell.preload();

declare global {
  interface Window {
    /** The token that the head script took out of the address (src/app/layout.tsx). */
    heraldToken?: string;
    /** Takes the parts of the console instead of its start (`scripts/imports.mjs`). */
    heraldParts?: (parts: object) => void;
  }
}

/** A token that was in the address signs in (decisions §3). */
function adoptToken() {
  const token = window.heraldToken;
  window.heraldToken = undefined;
  if (token) offer(token);
}

/** The announcements of the ticker, on their way beside everything else. */
function preloadTicker(user: string): Promise<unknown> {
  const asked = queryClient.prefetchQuery(tickerQuery(user));
  if (rememberedTicker(user) !== undefined) return Promise.resolve(); // its line is kept free, or there was none
  return Promise.race([asked, new Promise((done) => setTimeout(done, TICKER_WAIT))]);
}

/** Everything the first screen needs, asked for in parallel as soon as this module is evaluated. */
async function start(): Promise<Booted> {
  const url = new URL(window.location.href);
  adoptToken();
  reportUncaughtErrors();
  followOtherTabs();
  followSystem();
  const { token, info } = useSession.getState();
  const { locale, primary } = usePrefs.getState();
  const words = loadPack(locale);
  let screen: Promise<unknown>;
  if (!token) screen = (ANONYMOUS[url.pathname] ?? Login).preload();
  else if (info?.mustChangePassword) screen = ChangePassword.preload();
  // The menu may fail where the shell does not: the shell says so.
  else
    screen = Promise.all([
      preloadShell(),
      preloadPage(url.pathname).catch(() => {}),
      info ? preloadTicker(info.userId) : loadUser().catch(() => {}),
    ]);
  const [pack] = await Promise.all([words, screen, loadAccents(primary).catch(() => {})]);
  return { pack };
}

function parts(take: (parts: object) => void) {
  take({ login: Login.load, shell: () => import('@/app/shell/Shell'), texts: FIRST_TEXTS });
  return new Promise<Booted>(() => {});
}

export const booted: Promise<Booted> =
  typeof window === 'undefined'
    ? new Promise<Booted>(() => {})
    : window.heraldParts
      ? parts(window.heraldParts)
      : start();
