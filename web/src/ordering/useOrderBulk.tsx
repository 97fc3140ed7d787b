import { useTranslations } from 'next-intl';
import type { Resource } from '@/kit/resource/descriptor';
import { request } from '@/lib/api/request';
import { type CommonRow, endpoint, OrderKindProvider, permission, useOrderKind } from './kind';
import { allowed } from './order';
import { StopAllFacts } from './StopAllFacts';

type Batch = NonNullable<Resource<'/gc/groupsendorder/page', 'order'>['batch']>;

const ACTIONS = ['pause', 'start', 'stop'] as const;

/** What can be done with several orders: the calls of the single ones, one after the other. */
export function useOrderBulk(): Batch {
  const t = useTranslations('order');
  const kind = useOrderKind();
  return ACTIONS.map((action) => ({
    key: action,
    label: t(`actions.${action}`),
    danger: action === 'stop',
    permission: permission(kind, action),
    bulk: {
      each: (o: CommonRow) => request('put', endpoint(kind, `/{id}/${action}`), { path: { id: o.id } }),
      nameOf: (o: CommonRow) => o.name || o.orderNo,
      except: (o: CommonRow) => !allowed(action, o, kind) && t(`bulk.${action}.not`),
      title: (n: number) => t(`bulk.${action}.title`, { n }),
      content: (orders: CommonRow[]) => (
        <>
          <p>{t(`bulk.${action}.text`)}</p>
          {action === 'stop' && (
            <OrderKindProvider value={kind}>
              <StopAllFacts orders={orders} />
            </OrderKindProvider>
          )}
        </>
      ),
    },
  }));
}
