import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { useSession } from '@/auth/session';
import { useApp } from '@/kit/light/app';
import { useOverlay } from '../overlay';
import { daysLeft, flag, offers, service } from './service';

/** Offers the service once after a sign-in, where it is not bought, has ended, or ends soon (platform-services §4). */
export default function Offer() {
  const t = useTranslations('saas.offer');
  const { modal } = useApp();
  const open = useOverlay((s) => s.open);
  const who = useSession((s) => s.attributes);
  const [asked, setAsked] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each start of the console
  useEffect(() => {
    if (asked || !flag.isSet(who?.saasRequired)) return;
    setAsked(true);
    const show = async () => {
      const s = await service();
      if (!offers(who?.type, s)) return;
      flag.set(false);
      const text = { 1: t('none'), 2: t('soon', { days: daysLeft(s.saasExpireTime) }), 3: t('over') };
      modal.confirm({
        title: t('title'),
        content: text[s.saasStatus as 1 | 2 | 3],
        okText: t(s.saasStatus === 1 ? 'purchase' : 'renew'),
        cancelText: t('later'),
        onOk: () => open('saas'),
      });
    };
    void show().catch(() => {}); // an offer that cannot be made is none
  }, []);
  return null;
}
