import { BellOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { LazyOverlay } from '@/kit/modal/LazyOverlay';
import { NOTICES, POLL } from '@/lib/constants';
import { useSocketState } from '@/lib/realtime/useSocketState';
import { lazyModule } from '@/lib/router/lazyModule';
import { Badge } from '@/ui/Badge';
import { PopoverButton } from '@/ui/PopoverButton';
import { Skeleton } from '@/ui/Skeleton';
import { useUserId } from './api';
import css from './notices.module.css';
import { unreadQuery } from './query';

export const BellPanel = lazyModule(() => import('./BellPanel'), ['antd']);

/** Shows the number of unread notices; a click opens the five latest. */
export function Bell() {
  const t = useTranslations('inbox');
  const [open, setOpen] = useState(false);
  const user = useUserId();
  const live = useSocketState() === 'open';
  const unread = useQuery({
    ...unreadQuery(user),
    enabled: user !== '',
    refetchInterval: live ? false : 4 * POLL.slow,
  });
  const n = unread.data?.total ?? 0;
  return (
    <PopoverButton
      type="text"
      icon={<BellOutlined />}
      aria-label={t('bell', { n })}
      open={open}
      onOpen={setOpen}
      label={t('title')}
      badge={<Badge count={n} />}
      width={NOTICES.popover}
      flush
      content={
        <LazyOverlay waiting={<Skeleton className={css.loading} />} onFail={() => setOpen(false)}>
          <BellPanel onLeave={() => setOpen(false)} />
        </LazyOverlay>
      }
    />
  );
}
