import { useEffect } from 'react';
import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { apiData } from '@/lib/api/client';
import { useFormat } from '@/lib/format';
import { navigate } from '@/lib/router/navigate';
import { usePathOf } from '@/lib/router/usePathOf';
import { useSession } from '@/lib/session';
import { safeStorage } from '@/lib/storage';
import { onLive } from './bus';

const STAFF = 1;
/** Time of the announced message, by conversation. */
const announced = new Map<string, string>();

type Choices = { of: Record<string, boolean> };

/** Users of this browser who asked for desktop notifications of new messages. */
const useChoices = create<Choices>()(
  persist(() => ({ of: {} }), { name: 'inboxNotices', storage: createJSONStorage(() => safeStorage) }),
);

/** The choice of the signed-in user. It holds only while the browser permits notifications. */
export function useNoticesChoice() {
  const user = useSession((s) => s.info?.userId ?? '');
  const chosen = useChoices((s) => s.of[user] === true);
  const supported = typeof Notification !== 'undefined';
  /** Turns notifications on or off. False when the browser refuses them. */
  const choose = async (on: boolean) => {
    const granted = !on || (await Notification.requestPermission()) === 'granted';
    useChoices.setState(({ of }) => ({ of: { ...of, [user]: on && granted } }));
    return granted;
  };
  return { supported, on: supported && chosen && Notification.permission === 'granted', choose };
}

/** Shows a desktop notification for each new message of a recipient while the tab is hidden. Staff get those assigned to them. */
export function useInboxNotices(otherKind: string) {
  const f = useFormat();
  const me = useSession((s) => s.info?.userId);
  const staff = useSession((s) => s.attributes?.type) === STAFF;
  const { on } = useNoticesChoice();
  const path = usePathOf('gc/inbox');
  useEffect(() => {
    if (!on || !path) return;
    const show = async (id: string) => {
      const c = await apiData('get', '/gc/inbox/{id}', { path: { id } });
      const mine = !staff || c.assigneeId === me;
      if (!mine || !c.lastIn || c.unread === 0 || announced.get(id) === c.lastTime || isVisible()) return;
      announced.set(id, c.lastTime);
      const notice = new Notification(c.name || f.number(c.phoneNumber), { body: c.lastMessage || otherKind, tag: id });
      notice.onclick = () => {
        window.focus();
        navigate(`${path}?id=${id}`);
        notice.close();
      };
    };
    return onLive('inbox', (data) => {
      const id = (data as { id?: unknown } | null)?.id;
      // A message that cannot be announced is still counted in the menu.
      if (typeof id === 'string' && !isVisible()) void show(id).catch(() => {});
    });
  }, [on, path, staff, me, f, otherKind]);
}

const isVisible = () => document.visibilityState === 'visible';
