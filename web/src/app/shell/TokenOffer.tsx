import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { open } from '@/lib/api/envelope';
import { loadUser } from '@/lib/api/loadUser';
import { headersOf } from '@/lib/api/transport';
import type { Data } from '@/lib/api/types';
import { useOffered } from '@/lib/offered';
import { useSession } from '@/lib/session';
import { useApp } from '@/lib/toasts';

/** Returns the user of a token. */
async function ownerOf(token: string): Promise<Data<'get', '/oauth/getUser'>> {
  const response = await fetch('/api/oauth/getUser', { headers: headersOf(token) });
  return (await open(response)) as Data<'get', '/oauth/getUser'>;
}

/** Asks before a link signs in another user than the current one. A token of the same user is taken at once. */
export default function TokenOffer() {
  const t = useTranslations('auth');
  const { modal, message } = useApp();
  const token = useOffered((s) => s.token);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each token
  useEffect(() => {
    if (!token) return;
    const { info, adopt } = useSession.getState();
    const forget = () => useOffered.setState({ token: null });
    const ask = async () => {
      const other = await ownerOf(token);
      if (other.info.userId === info?.userId) {
        forget();
        adopt(token);
        return loadUser();
      }
      await modal.confirm({
        stays: true,
        title: t('linkTitle', { name: other.info.nickname }),
        content: t('linkText', { name: info?.nickname ?? '' }),
        okText: t('linkSwitch'),
        cancelText: t('linkStay'),
        focusable: { autoFocusButton: 'cancel' },
        onCancel: forget,
        onOk: () => {
          forget();
          adopt(token);
          window.location.reload(); // nothing of the other user stays in memory
        },
      });
    };
    ask().catch(() => {
      forget();
      message.warning(t('linkEnded'));
    });
  }, [token]);
  return null;
}
