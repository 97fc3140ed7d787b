import { BellOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Badge, type BadgeProps, Button, Skeleton } from 'antd';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { LazyOverlay } from '@/kit/modal/LazyOverlay';
import { NOTICES, POLL } from '@/lib/constants';
import { useSocketState } from '@/lib/realtime/useSocketState';
import { lazyModule } from '@/lib/router/lazyModule';
import { Popover } from '@/ui/Popover';
import { useUserId } from './api';
import css from './notices.module.css';
import { unreadQuery } from './query';

export const BellPanel = lazyModule(() => import('./BellPanel'), ['antd']);

// White on this red is readable in both themes. The button's name says the number.
const BADGE: BadgeProps = {
  ...{ size: 'small', overflowCount: 9, color: '#c0362c', offset: [-6, 7], title: '' },
  styles: { indicator: { paddingInline: 3, fontSize: 10 } },
};

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
    <Badge {...BADGE} count={n}>
      <Popover
        open={open}
        onOpenChange={setOpen}
        title={t('title')}
        width={NOTICES.popover}
        flush
        content={
          <LazyOverlay waiting={<Skeleton active className={css.loading} />} onFail={() => setOpen(false)}>
            <BellPanel onLeave={() => setOpen(false)} />
          </LazyOverlay>
        }
      >
        <Button type="text" icon={<BellOutlined />} aria-label={t('bell', { n })} />
      </Popover>
    </Badge>
  );
}
