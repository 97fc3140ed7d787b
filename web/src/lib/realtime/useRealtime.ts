import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { apiData } from '@/lib/api/client';
import { loadUser } from '@/lib/api/loadUser';
import { mergeExport } from '@/lib/exportFile';
import { menuQuery } from '@/lib/query';
import { useSession } from '@/lib/session';
import { usePrefs } from '@/lib/theme/prefs';
import { onLive, publish, setSocketState, socketState } from './bus';
import { invalidateCredit } from './credit';
import { invalidateInbox, invalidateReviews, mergeOrder, resync } from './orders';
import { LiveSocket } from './socket';

function address(ticket: string, locale: string): string {
  const origin = window.location.origin.replace(/^http/, 'ws');
  return `${origin}/ws?${new URLSearchParams({ access_token: ticket, locale: locale.replace('-', '_') })}`;
}

/** A first connection that takes longer, in ms, may have missed what changed after the page was loaded. */
const LATE = 3_000;

/**
 * Keeps the live connection of the signed-in user. When all retries have failed, returning to the page starts again.
 */
export function useRealtime() {
  const user = useSession((s) => s.info?.userId);
  const locale = usePrefs((s) => s.locale);
  const queries = useQueryClient();
  useEffect(() => onLive('order', (data) => mergeOrder(queries, data)), [queries]);
  useEffect(
    () =>
      onLive('menu', () => {
        void queries.invalidateQueries({ queryKey: menuQuery.queryKey });
        void loadUser().catch(() => {}); // what may be opened has changed, so may what may be done
      }),
    [queries],
  );
  useEffect(() => onLive('credit', () => void invalidateCredit(queries)), [queries]);
  useEffect(() => onLive('inbox', () => void invalidateInbox(queries)), [queries]);
  useEffect(() => onLive('review', () => void invalidateReviews(queries)), [queries]);
  useEffect(() => onLive('export', (data) => mergeExport(queries, data)), [queries]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another user needs another connection
  useEffect(() => {
    const began = Date.now();
    let opened = false;
    const socket = new LiveSocket({
      ticket: async () => (await apiData('post', '/oauth/ticket')).ticket,
      address: (ticket) => address(ticket, locale),
      onMessage: publish,
      onState: (state) => {
        setSocketState(state);
        if (state === 'open' && (opened || Date.now() - began > LATE)) resync(queries);
        opened ||= state === 'open';
      },
      pingMs: pingOf(),
    });
    socket.start();
    const back = () => {
      if (document.visibilityState !== 'visible' || socketState() !== 'closed') return;
      socket.stop();
      socket.start();
    };
    window.addEventListener('online', back);
    document.addEventListener('visibilitychange', back);
    return () => {
      window.removeEventListener('online', back);
      document.removeEventListener('visibilitychange', back);
      socket.stop();
    };
  }, [user, locale, queries]);
}

/** The server may ask for another ping interval (decisions §9). */
function pingOf(): number | undefined {
  const attributes = useSession.getState().attributes as Record<string, unknown> | null;
  const seconds = Number(attributes?.pingSeconds ?? attributes?.['ws.ping.seconds']);
  return seconds > 0 ? seconds * 1000 : undefined;
}
