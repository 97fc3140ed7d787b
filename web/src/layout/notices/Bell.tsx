import { BellOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { NOTICES, POLL } from '@/core/constants';
import { Badge } from '@/kit/ui/Badge';
import { PopoverButton } from '@/kit/ui/PopoverButton';
import { Skeleton } from '@/kit/ui/Skeleton';
import { useSocketState } from '@/realtime/useSocketState';
import { lazyModule } from '@/router/lazyModule';
import { LazyOverlay } from '../LazyOverlay';
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
