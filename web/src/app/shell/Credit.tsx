import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { usePermission } from '@/kit/access/Can';
import { TOP_UP_ACCESS } from '@/kit/access/topUp';
import { get, keyOf } from '@/lib/api/query';
import { POLL } from '@/lib/constants';
import { useFormat } from '@/lib/format';
import { useOverlay } from '@/lib/overlay';
import { onLive } from '@/lib/realtime/bus';
import { useSocketState } from '@/lib/realtime/useSocketState';
import { useDevice } from '@/lib/useDevice';
import css from './layout.module.css';

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
