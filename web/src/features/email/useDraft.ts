import { useQuery } from '@tanstack/react-query';
import type { FormInstance } from 'antd';
import { useInitialValuesOnce } from '@/kit/form/useInitialValuesOnce';
import { get } from '@/lib/api/query';
import { usePayerOf } from '@/ordering/usePayer';
import { type Source, valuesOf } from './draft';
import type { EmailOrderValues } from './request';

/** Query for one page of the server, which holds all drafts. */
const DRAFT_PAGE = { size: 100, sortFields: ['createTime' as const], sortOrders: ['descend' as const] };

/** Source of a form: a draft, or an order that is changed or repeated. */
export type From = { draft: string | null; order: string | null };

const path = (id: string | undefined) => ({ path: { id: id ?? '' } });

/** The template of a source as the form has it; undefined where it was deleted. */
function useTemplate(id: string | undefined) {
  const { data, isPending } = useQuery({ ...get('/edm/template/{id}', path(id)), enabled: Boolean(id), retry: false });
  return { template: data && { id: data.id, name: data.name, subject: data.subject }, waits: Boolean(id) && isPending };
}

/** Fills the form once with the draft or order that the address names; `filling` until then. Deleted parts must be chosen again. */
export function useDraft(
  from: From,
  form: FormInstance<EmailOrderValues>,
): { draft: Source | undefined; filling: boolean } {
  const all = useQuery({ ...get('/edm/order/draft/page', { query: DRAFT_PAGE }), enabled: from.draft !== null });
  const order = useQuery({ ...get('/edm/order/{id}', path(from.order ?? undefined)), enabled: from.order !== null });
  const payerOf = usePayerOf();
  const draft: Source | undefined = from.draft
    ? (all.data?.records ?? []).find((d) => d.id === from.draft)
    : from.order
      ? order.data && { ...order.data, userId: payerOf(order.data), senderId: order.data.sender.id }
      : undefined;
  const { groupId, fileId, templateId, ab } = draft ?? {};
  const collection = useQuery({ ...get('/aty/contactsgroup/{id}', path(groupId)), enabled: Boolean(groupId) });
  const file = useQuery({ ...get('/uf/uploadfile/{id}', path(fileId)), enabled: Boolean(fileId) });
  const first = useTemplate(templateId);
  const second = useTemplate(ab?.templateId);
  const waits = [groupId && collection.isPending, fileId && file.isPending, first.waits, second.waits].some(Boolean);
  const parts = {
    collection: collection.data,
    file: file.data,
    template: first.template,
    second: second.template,
  };
  useInitialValuesOnce(
    form,
    from.draft ?? from.order,
    draft !== undefined && !waits ? valuesOf(draft, parts) : undefined,
  );
  const looks = (from.draft !== null && all.isPending) || (from.order !== null && order.isPending);
  return { draft, filling: looks || (draft !== undefined && waits) };
}
