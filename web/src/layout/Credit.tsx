import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { POLL } from '@/core/constants';
import { type AccessRule, usePermission } from '@/kit/access/Can';
import { get, keyOf } from '@/kit/api/query';
import { useFormat } from '@/kit/format';
import { Button } from '@/kit/ui/Button';
import { onLive } from '@/realtime/bus';
import { useSocketState } from '@/realtime/useSocketState';
import css from './layout.module.css';
import { useOverlay } from './overlay';
import { useDevice } from './useDevice';

/** Access rule for buying credit; staff hold none (platform-services §6). */
export const TOP_UP_ACCESS: AccessRule = {
  types: [2, 3, 11],
  permission: [
    'pay:third:alipay',
    'pay:third:wx',
    'pay:third:gateway',
    'ustd:third:trc20',
    'ustd:third:erc20',
    'ustd:third:omni',
  ],
};

/** The balance, which leads to more of it. */
export function Credit() {
  return usePermission()(TOP_UP_ACCESS) ? <Balance /> : null;
}

function Balance() {
  const t = useTranslations('shell');
  const f = useFormat();
  const open = useOverlay((s) => s.open);
  const queries = useQueryClient();
  // A live message reports every movement; without a connection the balance is polled.
  const live = useSocketState() === 'open';
  const { data } = useQuery({ ...get('/pi/personal/info'), refetchInterval: live ? false : 4 * POLL.slow });
  useEffect(
    () => onLive('recharge', () => void queries.invalidateQueries({ queryKey: keyOf('/pi/personal/info') })),
    [queries],
  );
  const credits = f.credits(data?.balance);
  const narrow = useDevice() === 'mobile';
  return (
    <Button type="text" className={css.credit} aria-label={t('credit', { credits })} onClick={() => open('topUp')}>
      {/* A phone has space for whole credits; the name has all of it. */}
      <span className={css.sum}>{narrow ? f.count(data && Math.trunc(data.balance)) : credits}</span>
      <b>{t('topUp')}</b>
    </Button>
  );
}
