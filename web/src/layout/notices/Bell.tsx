import { BellOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Badge, Button, Popover, Skeleton } from 'antd';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { NOTICES, POLL } from '@/core/constants';
import { useSocketState } from '@/realtime/useSocketState';
import { lazyModule } from '@/router/lazyModule';
import { Optional } from '../Optional';
import { useUserId } from './api';
import { unreadQuery } from './query';

const BellPanel = lazyModule(() => import('./BellPanel'));

/** White on it is read in the dark as well. */
const COUNT = '#c0362c';

/** How much was not read; the five latest on a click. */
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
    <Popover
      trigger="click"
      open={open}
      onOpenChange={setOpen}
      placement="bottomRight"
      destroyOnHidden
      styles={{ container: { width: NOTICES.popover, padding: 0 } }}
      content={
        <Optional waiting={<Skeleton active />} onFail={() => setOpen(false)}>
          <BellPanel onLeave={() => setOpen(false)} />
        </Optional>
      }
    >
      <Badge count={n} overflowCount={9} color={COUNT} size="small" offset={[-9, 7]} title="">
        <Button
          type="text"
          icon={<BellOutlined />}
          aria-label={t('bell', { n })}
          aria-expanded={open}
          aria-haspopup="dialog"
        />
      </Badge>
    </Popover>
  );
}
