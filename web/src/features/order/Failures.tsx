import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { POLL } from '@/core/constants';
import { get } from '@/kit/api/query';
import { useFormat } from '@/kit/format';
import { Panel } from '@/kit/page/Page';
import css from './order.module.css';

/** Why recipients failed. */
export function Failures({ id, busy }: { id: string; busy: boolean }) {
  const t = useTranslations('order');
  const f = useFormat();
  const stat = useQuery({
    ...get('/gc/groupsendorder/{id}/stat', { path: { id } }),
    refetchInterval: busy && POLL.slow,
  });
  return (
    <Panel title={t('failures')}>
      <ul className={css.reasons}>
        {(stat.data?.reasons ?? []).map((r) => (
          <li key={r.reason}>
            <span>{r.reason}</span>
            <b>{f.count(r.count)}</b>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
