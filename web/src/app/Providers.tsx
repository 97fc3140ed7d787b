'use client';
import { QueryClientProvider } from '@tanstack/react-query';
import { NextIntlClientProvider } from 'next-intl';
import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react';
import { TIME_ZONE } from '@/lib/constants';
import { loadPack, type Pack } from '@/lib/i18n/words';
import { showError } from '@/lib/notifier';
import { queryClient } from '@/lib/query';
import { accentVars } from '@/lib/theme/accent';
import { loadAccents } from '@/lib/theme/accents';
import { usePrefs } from '@/lib/theme/prefs';

/** Language, theme attribute and queries: what the sign-in page and the shell share. antd comes with the shell. */
export function Providers({ children, initial }: { children: ReactNode; initial: Pack }) {
  const wanted = usePrefs((s) => s.locale);
  const dark = usePrefs((s) => s.dark);
  const weak = usePrefs((s) => s.colourWeak);
  const primary = usePrefs((s) => s.primary);
  // The old language stays on the screen while the new pack loads, and nothing unmounts.
  const [pack, setPack] = useState(initial);
  useEffect(() => {
    let live = true;
    const show = (p: Pack) => {
      if (!live) return;
      setPack(p);
      void queryClient.invalidateQueries(); // reasons and names come in the language of the call
    };
    if (wanted !== pack.locale) loadPack(wanted).then(show, showError);
    return () => {
      live = false;
    };
  }, [wanted, pack.locale]);

  useLayoutEffect(() => {
    document.documentElement.lang = pack.locale;
    document.documentElement.dataset.theme = dark ? 'dark' : 'light';
    document.documentElement.dataset.accent = primary;
    document.documentElement.dataset.weak = String(weak);
    for (const [name, value] of Object.entries(accentVars(primary, dark)))
      document.documentElement.style.setProperty(name, value);
  }, [pack.locale, dark, weak, primary]);

  useEffect(() => {
    loadAccents(primary).catch(showError);
  }, [primary]);

  useEffect(() => {
    const rejected = (e: PromiseRejectionEvent) => showError(e.reason);
    window.addEventListener('unhandledrejection', rejected);
    return () => window.removeEventListener('unhandledrejection', rejected);
  }, []);

  return (
    <NextIntlClientProvider locale={pack.locale} messages={pack.messages} timeZone={TIME_ZONE}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </NextIntlClientProvider>
  );
}
