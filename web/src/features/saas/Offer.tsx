import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { notifier } from '@/lib/notifier';
import { useOverlay } from '@/lib/overlay';
import { useSession } from '@/lib/session';
import { useApp } from '@/lib/toasts';
import { whenIdle } from './idle';
import { daysLeft, flag, offers, service } from './service';

/**
 * Offers the service after a sign-in, when the server says so; closed, it comes back after a day (platform-services §4). It waits until
 * no form or dialog is open: it never covers what the user works on.
 */
export default function Offer() {
  const t = useTranslations('saas.offer');
  const { modal } = useApp();
  const open = useOverlay((s) => s.open);
  const type = useSession((s) => s.attributes?.type);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each start of the console
  useEffect(() => {
    const left = new AbortController();
    const show = async () => {
      if (flag.rests()) return;
      const s = await service();
      if (!offers(type, s)) return;
      flag.set(true);
      await whenIdle(left.signal);
      if (flag.rests()) return; // another tab was faster
      const text = { 1: t('none'), 2: t('soon', { days: daysLeft(s.saasExpireTime) }), 3: t('over') };
      void modal.confirm({
        stays: true,
        title: t('title'),
        content: text[s.saasStatus as 1 | 2 | 3],
        okText: t(s.saasStatus === 1 ? 'purchase' : 'renew'),
        cancelText: t('later'),
        onOk: () => {
          flag.set(false);
          open('saas');
        },
        onCancel: () => flag.set(false),
      });
    };
    void show().catch(() => {}); // an offer that cannot be made is none
    return () => left.abort();
  }, []);
  useServiceOffer();
  return null;
}

/** A refused order that needs the service leads to its purchase. */
function useServiceOffer() {
  const t = useTranslations('saas.offer');
  const { modal } = useApp();
  const open = useOverlay((s) => s.open);
  useEffect(() => {
    const ui = notifier.current;
    if (!ui) return;
    ui.offerService = (reason) =>
      modal.confirm({
        title: t('title'),
        content: reason,
        okText: t('purchase'),
        cancelText: t('later'),
        onOk: () => open('saas'),
      });
    return () => {
      ui.offerService = undefined;
    };
  }, [modal, open, t]);
}
