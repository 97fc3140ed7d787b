import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { LazyOverlay } from '@/kit/modal/LazyOverlay';
import { onAnyLive } from '@/lib/realtime/bus';
import { type Notice, receive, useNoticeQueue } from '@/lib/realtime/notices';
import { lazyModule } from '@/lib/router/lazyModule';
import { useApp } from '@/lib/toasts';

const Viewer = lazyModule(() => import('./Viewer'), ['antd']);

/** Whether the page that a notice leads to is the open one. */
export function isShown(link: string | undefined): boolean {
  if (!link) return false;
  const { origin, pathname, search } = window.location;
  const to = new URL(link, origin);
  const here = new URLSearchParams(search);
  return to.pathname === pathname && [...to.searchParams].every(([name, value]) => here.get(name) === value);
}

/** Takes live notices, and shows those that wait. */
export function Notices() {
  const t = useTranslations('inbox');
  const { notification } = useApp();
  const queries = useQueryClient();
  const wanted = useNoticeQueue((s) => s.waiting.length > 0);
  // The viewer comes with the first notice and stays for its way out.
  const [ever, setEver] = useState(false);
  if (wanted && !ever) setEver(true);
  // If the viewer fails to load, the notices stay available behind the bell.
  const forget = () => {
    useNoticeQueue.setState({ waiting: [] });
    setEver(false);
  };
  const show = useNoticeQueue((s) => s.add);
  useEffect(() => {
    const notify = (n: Notice) => {
      if (isShown(n.link)) return; // the page itself says it, and the bell keeps it
      const key = `notice-${n.id}`;
      notification.info({
        key,
        title: n.contents?.title ?? t('notice'),
        description: n.contents?.summary,
        actions: (
          <Button
            size="small"
            onClick={() => {
              notification.destroy(key);
              show('notice', n);
            }}
          >
            {t('open')}
          </Button>
        ),
      });
    };
    const unsay = (id: string) => notification.destroy(`notice-${id}`);
    return onAnyLive((type, data) => void receive(type, data, queries, { notify, unsay }));
  }, [notification, queries, show, t]);
  return (
    ever && (
      <LazyOverlay onFail={forget}>
        <Viewer />
      </LazyOverlay>
    )
  );
}
