import { useQuery } from '@tanstack/react-query';
import type { FormInstance } from 'antd';
import { useInitialValuesOnce } from '@/kit/form/useInitialValuesOnce';
import { get } from '@/lib/api/query';
import { usePayerOf } from '@/ordering/usePayer';
import { type ChannelValues, valuesOf } from './request';

/** Query for one page of the server, which holds all drafts. */
const DRAFT_PAGE = { size: 100, sortFields: ['createTime' as const], sortOrders: ['descend' as const] };

/** Fills the form once with the draft or order that the address names; `filling` until then. */
export function useDraft(from: { draft: string | null; order: string | null }, form: FormInstance<ChannelValues>) {
  const all = useQuery({
    ...get('/channel/order/draft/page', { query: DRAFT_PAGE }),
    enabled: from.draft !== null,
  });
  const order = useQuery({
    ...get('/channel/order/{id}', { path: { id: from.order ?? '' } }),
    enabled: from.order !== null,
  });
  const payerOf = usePayerOf();
  const draft = from.draft ? (all.data?.records ?? []).find((d) => d.id === from.draft) : undefined;
  const source = draft ?? (from.order ? order.data : undefined);
  const payer = draft ? draft.userId : order.data && payerOf(order.data);
  useInitialValuesOnce(form, from.draft ?? from.order, source && valuesOf(source, payer));
  return {
    name: source?.name,
    filling: (from.draft !== null && all.isPending) || (from.order !== null && order.isPending),
  };
}
