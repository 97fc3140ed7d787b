import { useQuery } from '@tanstack/react-query';
import type { FormInstance } from 'antd';
import { useInitialValuesOnce } from '@/kit/form/useInitialValuesOnce';
import { get } from '@/lib/api/query';
import { usePayerOf } from '@/ordering/usePayer';
import { type Source, valuesOf } from './draft';
import type { CallOrderValues } from './request';

/** Query for one page of the server, which holds all drafts. */
const DRAFT_PAGE = { size: 100, sortFields: ['createTime' as const], sortOrders: ['descend' as const] };

/** Source of a form: a draft, or an order that is changed or repeated. */
export type From = { draft: string | null; order: string | null };

/**
 * Fills the form once with the draft or order that the address names; `filling` until then. Deleted parts must be
 * chosen again.
 */
export function useDraft(
  from: From,
  form: FormInstance<CallOrderValues>,
): { draft: Source | undefined; filling: boolean } {
  const all = useQuery({ ...get('/call/order/draft/page', { query: DRAFT_PAGE }), enabled: from.draft !== null });
  const order = useQuery({
    ...get('/call/order/{id}', { path: { id: from.order ?? '' } }),
    enabled: from.order !== null,
  });
  const payerOf = usePayerOf();
  const draft: Source | undefined = from.draft
    ? (all.data?.records ?? []).find((d) => d.id === from.draft)
    : from.order
      ? order.data && { ...order.data, userId: payerOf(order.data) }
      : undefined;
  const named = (id: string | undefined) => ({ path: { id: id ?? '' } });
  const { groupId, fileId, recordingId } = draft ?? {};
  const collection = useQuery({ ...get('/aty/contactsgroup/{id}', named(groupId)), enabled: Boolean(groupId) });
  const file = useQuery({ ...get('/uf/uploadfile/{id}', named(fileId)), enabled: Boolean(fileId) });
  const recording = useQuery({ ...get('/call/recording/{id}', named(recordingId)), enabled: Boolean(recordingId) });
  const waits =
    (groupId && collection.isPending) || (fileId && file.isPending) || (recordingId && recording.isPending) || false;
  const parts = { collection: collection.data, file: file.data, recording: recording.data };
  useInitialValuesOnce(
    form,
    from.draft ?? from.order,
    draft !== undefined && !waits ? valuesOf(draft, parts) : undefined,
  );
  const looks = (from.draft !== null && all.isPending) || (from.order !== null && order.isPending);
  return { draft, filling: looks || (draft !== undefined && waits !== false) };
}
