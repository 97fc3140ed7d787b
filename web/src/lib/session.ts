import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import type { Data } from '@/lib/api/types';
import { usePrefs } from '@/lib/theme/prefs';
import { SAAS } from './constants';
import { safeStorage } from './storage';

export type SignIn = Data<'post', '/oauth/login'>;

type SessionValues = {
  token: string | null;
  refreshToken: string | null;
  /** Expiry of the token in milliseconds; null when it is unknown (a token from the address bar). */
  expiresAt: number | null;
  info: SignIn['info'] | null;
  attributes: SignIn['attributes'] | null;
  permissions: string[];
  roles: string[];
  /** The server ended the session; the sign-in page says so. */
  ended: boolean;
  /** The password was changed and the new session needs a code; the sign-in page says so. */
  renewed: boolean;
};

type Session = SessionValues & {
  signIn(answer: SignIn): void;
  /** A token from the address bar; the next refresh fetches its user. */
  adopt(token: string): void;
  mustChange(): void;
  clear(ended?: boolean, renewed?: boolean): void;
};

const SIGNED_OUT: SessionValues = {
  token: null,
  refreshToken: null,
  expiresAt: null,
  info: null,
  attributes: null,
  permissions: [],
  roles: [],
  ended: false,
  renewed: false,
};

export const useSession = create<Session>()(
  persist(
    (set) => ({
      ...SIGNED_OUT,
      signIn: (a) => {
        if (!Array.isArray(a.roles) || !Array.isArray(a.permissions))
          throw new Error('getInfo: roles must be a non-null array !');
        set({
          token: a.token,
          refreshToken: a.refresh_token,
          expiresAt: Date.now() + a.expires_in * 1000,
          info: a.info,
          attributes: a.attributes,
          permissions: a.permissions,
          roles: a.roles,
          ended: false,
          renewed: false,
        });
      },
      adopt: (token) => {
        safeStorage.removeItem(SAAS.flag);
        set({ ...SIGNED_OUT, token });
      },
      mustChange: () => set((s) => ({ info: s.info && { ...s.info, mustChangePassword: true } })),
      clear: (ended = false, renewed = false) => {
        safeStorage.removeItem(SAAS.flag); // the next user is offered the service again
        set({ ...SIGNED_OUT, ended, renewed });
      },
    }),
    { name: 'session', storage: createJSONStorage(() => safeStorage) },
  ),
);

/** Follows what another tab of the browser does: a refresh, a sign-in, the end of the session; a language or theme. */
export function followOtherTabs(): () => void {
  const changed = (e: StorageEvent) => {
    if (e.key === 'session' || e.key === null) void useSession.persist.rehydrate();
    if (e.key === 'prefs') void usePrefs.persist.rehydrate();
  };
  window.addEventListener('storage', changed);
  return () => window.removeEventListener('storage', changed);
}
