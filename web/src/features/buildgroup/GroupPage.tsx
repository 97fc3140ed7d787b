import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { usePermission } from '@/kit/access/Can';
import { DictTag } from '@/kit/dict/DictTag';
import { ExportButton } from '@/kit/export/ExportButton';
import { Panel } from '@/kit/page/Page';
import { get } from '@/lib/api/query';
import { Delivery } from '@/ordering/Delivery';
import { GROUPS } from '@/ordering/kind';
import { OrderFrame, useOrder } from '@/ordering/OrderFrame';
import { STATUS } from '@/ordering/order';
import { NextOrder, ReviewPanel } from '@/ordering/ReviewPanel';
import { GroupGrid } from './GroupGrid';
import { GroupPhone } from './GroupPhone';
import { type GroupOrder, nameOf } from './group';
import { Outcomes } from './Outcomes';
import { Terms } from './Terms';

/** Page of a group order: a reviewer sees the order first, its customer the progress of each group. */
export function GroupPage({ id, onBack }: { id: string; onBack: () => void }) {
  const t = useTranslations('buildgroup');
  return (
    <OrderFrame<GroupOrder>
      asked={useOrder<GroupOrder>(GROUPS, id)}
      onBack={onBack}
      actions={(order) => [<ExportPeople key="people" order={order} />, <NextOrder key={id} order={order} />]}
      main={(order) => (
        <>
          {order.status !== STATUS.review && (
            <>
              <Delivery order={order} />
              <Outcomes order={order} />
            </>
          )}
          <ReviewPanel order={order} by={<DictTag code="group_provider" value={order.provider} />} />
          <Terms order={order} />
        </>
      )}
      message={{
        label: t('phone.label'),
        content: (order) => (
          <Panel title={t('phone.label')}>
            <Made order={order} />
          </Panel>
        ),
      }}
      targets={{ label: t('groups'), content: (order) => <GroupGrid order={order} /> }}
    />
  );
}

/** The people of all groups as a file. */
function ExportPeople({ order }: { order: GroupOrder }) {
  const t = useTranslations('buildgroup');
  const may = usePermission()('bgo:buildgroup:export');
  if (!may || order.members === 0) return null;
  return (
    <ExportButton path="/bgo/buildgroup/{id}/export" params={{ id: order.id }} query={{}} label={t('exportPeople')} />
  );
}

/** Returns the address of an uploaded picture; a picture without read permission is shown as a blank. */
function useShownGroup(id: string | undefined): string | undefined {
  const found = useQuery({
    ...get('/uf/uploadfile/{id}', { path: { id: id ?? '' } }),
    enabled: Boolean(id),
    retry: false,
  });
  return found.data?.url;
}

/** The first group as its members see it. */
function Made({ order }: { order: GroupOrder }) {
  const { content } = order;
  const avatar = useShownGroup(content.avatarId);
  const picture = useShownGroup(content.greeting?.pictureId);
  const { greeting } = content;
  return (
    <GroupPhone
      looks={{
        name: nameOf(content, 0),
        people: order.total > 0 && order.members > 0 ? Math.ceil(order.members / order.total) : undefined,
        avatar,
        description: content.description,
        mute: content.mute,
        greeting: greeting && {
          text: greeting.text,
          times: greeting.times,
          picture: greeting.pictureId ? (picture ?? true) : undefined,
        },
      }}
    />
  );
}
