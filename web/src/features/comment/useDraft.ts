import { useQuery } from '@tanstack/react-query';
import type { FormInstance } from 'antd';
import { useInitialValuesOnce } from '@/kit/form/useInitialValuesOnce';
import { get } from '@/lib/api/query';
import { usePayerOf } from '@/ordering/usePayer';
import { type CommentValues, type Source, valuesOf } from './request';

/** Query for one page of the server, which holds all drafts. */
const DRAFT_PAGE = { size: 100, sortFields: ['createTime' as const], sortOrders: ['descend' as const] };

/** Fills the form once with the draft or order that the address names; `filling` until then. */
export function useDraft(
  from: { draft: string | null; order: string | null },
  form: FormInstance<CommentValues>,
): { name: string | undefined; filling: boolean } {
  const drafts = useQuery({ ...get('/comment/order/draft/page', { query: DRAFT_PAGE }), enabled: from.draft !== null });
  const order = useQuery({
    ...get('/comment/order/{id}', { path: { id: from.order ?? '' } }),
    enabled: from.order !== null,
  });
  const payerOf = usePayerOf();
  const source: Source | undefined = from.draft
    ? drafts.data?.records?.find((d) => d.id === from.draft)
    : from.order && order.data
      ? { ...order.data.content, userId: payerOf(order.data) }
      : undefined;
  const templateId = source?.templateId;
  const template = useQuery({
    ...get('/comment/template/{id}', { path: { id: templateId ?? '' } }),
    enabled: Boolean(templateId),
    retry: false,
  });
  const waits = Boolean(templateId) && template.isPending;
  useInitialValuesOnce(
    form,
    from.draft ?? from.order,
    source && !waits ? valuesOf(source, template.data ?? undefined) : undefined,
  );
  const looks = (from.draft !== null && drafts.isPending) || (from.order !== null && order.isPending);
  return { name: source?.name, filling: looks || (source !== undefined && waits) };
}
