import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { POLL } from '@/core/constants';
import { get } from '@/kit/api/query';
import { textOf } from '@/kit/feedback';
import { useFormat } from '@/kit/format';
import { chargedSoFar, handled } from './order';

/** What stopping an order would charge: asked for when the question is put, and again while it stands. */
export function StopFacts({ id }: { id: string }) {
  const t = useTranslations('order');
  const f = useFormat();
  const now = useQuery({
    ...get('/gc/groupsendorder/{id}', { path: { id } }),
    refetchOnMount: 'always',
    staleTime: 0,
    refetchInterval: POLL.task,
  });
  if (now.isError) return textOf(now.error);
  if (!now.data || !now.isFetchedAfterMount) return t('ask.stop.asking');
  const charged = chargedSoFar(now.data);
  return t('ask.stop.text', {
    done: f.count(handled(now.data)),
    total: f.count(now.data.total),
    charged: f.credit(charged),
    back: f.credit(now.data.estimatedCost - charged),
  });
}
