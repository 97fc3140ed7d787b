import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect, useSyncExternalStore } from 'react';
import { checkCaches } from '@/kit/caches';
import { MAIN_CENTRE } from '@/lib/constants';
import { navigate } from '@/lib/router/navigate';
import { useSession } from '@/lib/session';
import { useApp } from '@/lib/toasts';

/** Back to the main centre: another address where one is configured, else the first page. */
export function toMainCentre() {
  if (/^https?:\/\//.test(MAIN_CENTRE)) window.location.assign(MAIN_CENTRE);
  else navigate(MAIN_CENTRE);
}

function watchFullscreen(changed: () => void) {
  document.addEventListener('fullscreenchange', changed);
  return () => document.removeEventListener('fullscreenchange', changed);
}

/** Full screen; a browser without it gets a message (platform-services §8). */
export function useFullscreen() {
  const t = useTranslations('shell');
  const { message } = useApp();
  const on = useSyncExternalStore(
    watchFullscreen,
    () => document.fullscreenElement !== null,
    () => false,
  );
  const toggle = () => {
    const cannot = () => message.warning(t('noFullscreen'));
    if (document.fullscreenElement) void document.exitFullscreen();
    else if (document.fullscreenEnabled) document.documentElement.requestFullscreen().catch(cannot);
    else cannot();
  };
  return { on, toggle };
}

/** Compares the caches with the server at each start of the console; a failure changes nothing. */
export function useCheckedCaches() {
  const queries = useQueryClient();
  const user = useSession((s) => s.info?.userId);
  useEffect(() => {
    if (user) void checkCaches(queries).catch(() => {});
  }, [user, queries]);
}

/** Compares the caches with the server when the user requests it. */
export function useRefreshDicts() {
  const t = useTranslations('shell');
  const { message } = useApp();
  const queries = useQueryClient();
  const check = useMutation({
    mutationFn: () => checkCaches(queries),
    onSuccess: (n) => message.success(t('dictsDone', { n })),
  });
  return { run: () => check.mutate(), busy: check.isPending };
}
