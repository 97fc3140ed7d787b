import { useTranslations } from 'next-intl';
import { PageDrawer } from '@/kit/modal/PageModal';
import type { Resource } from '@/kit/resource/descriptor';
import { ResourcePage } from '@/kit/resource/ResourcePage';
import { POLL } from '@/lib/constants';
import { useFormat } from '@/lib/format';
import { useSearch } from '@/lib/router/navigate';
import { isRunning } from '@/ordering/order';
import type { GroupOrder } from './group';

const MEMBER_LIST = '/bgo/buildgroup/{id}/group/{n}/member/page';

type Props = { order: GroupOrder; n: number | undefined; name: string | undefined };

/** All members of a group, with role and state. */
export function Members({ order, n, name }: Props) {
  const t = useTranslations('buildgroup');
  const { params, set } = useSearch();
  const shut = () => {
    const own = [...params.keys()].filter((k) => k.startsWith('g_m_'));
    set({ ...Object.fromEntries(own.map((k) => [k, null])), g_n: null });
  };
  return (
    <PageDrawer
      open={n !== undefined}
      title={t('peopleOf', { name: name ?? `#${n}` })}
      size={760}
      styles={{ wrapper: { maxWidth: '100vw' } }}
      onClose={shut}
    >
      {n !== undefined && <People order={order} n={n} />}
    </PageDrawer>
  );
}

function People({ order, n }: { order: GroupOrder; n: number }) {
  const t = useTranslations('buildgroup');
  const f = useFormat();
  const resource: Resource<typeof MEMBER_LIST, 'buildgroup'> = {
    list: MEMBER_LIST,
    words: 'buildgroup',
    params: { id: order.id, n },
    prefix: 'g_m_',
    title: t('people'),
    empty: t('peopleEmpty'),
    every: isRunning(order) && POLL.live,
    settings: false,
    columns: {
      phoneNumber: { cell: (m) => (m.phoneNumber ? f.number(m.phoneNumber) : m.id) },
      role: { dict: 'group_role', filter: true },
      state: { dict: 'group_member_state', filter: true },
      reason: { from: 'md' },
      time: { as: 'second', from: 'sm' },
    },
  };
  return <ResourcePage resource={resource} bare />;
}
