import { useQuery } from '@tanstack/react-query';
import type { FormInstance } from 'antd';
import { useInitialValuesOnce } from '@/kit/form/useInitialValuesOnce';
import { get } from '@/lib/api/query';
import { usePayerOf } from '@/ordering/usePayer';
import type { CommentDetail } from './order';
import { type CommentValues, type Source, type TemplateRow, valuesOf } from './request';

/** Query for one page of the server, which holds all drafts. */
const DRAFT_PAGE = { size: 100, sortFields: ['createTime' as const], sortOrders: ['descend' as const] };

type Known = {
  name: string | undefined;
  filling: boolean;
  /** Template of the order that is changed, as the order has it. */
  own: TemplateRow | undefined;
};

/** Returns the template of an order with the order's own texts; undefined for an order with instructions. */
function ownTemplate({ content, template, texts }: CommentDetail): TemplateRow | undefined {
  const { templateId, platform } = content;
  return templateId ? { id: templateId, name: template, platform, texts } : undefined;
}

/**
 * Fills the form once with the draft or order that the address names; `filling` until then. A changed order keeps its template,
 * which may have been changed, disabled or deleted since. Other sources need one that still loads.
 */
export function useDraft(
  from: { draft: string | null; edit: string | null; copy: string | null },
  form: FormInstance<CommentValues>,
): Known {
  const ordered = from.edit ?? from.copy;
  const drafts = useQuery({ ...get('/comment/order/draft/page', { query: DRAFT_PAGE }), enabled: from.draft !== null });
  const order = useQuery({
    ...get('/comment/order/{id}', { path: { id: ordered ?? '' } }),
    enabled: ordered !== null,
  });
  const payerOf = usePayerOf();
  const source: Source | undefined = from.draft
    ? drafts.data?.records?.find((d) => d.id === from.draft)
    : ordered && order.data
      ? { ...order.data.content, userId: payerOf(order.data) }
      : undefined;
  const own = from.edit && !from.draft && order.data ? ownTemplate(order.data) : undefined;
  const templateId = own ? undefined : source?.templateId;
  const template = useQuery({
    ...get('/comment/template/{id}', { path: { id: templateId ?? '' } }),
    enabled: Boolean(templateId),
    retry: false,
  });
  const waits = Boolean(templateId) && template.isPending;
  useInitialValuesOnce(
    form,
    from.draft ?? ordered,
    source && !waits ? valuesOf(source, own ?? template.data ?? undefined) : undefined,
  );
  const looks = (from.draft !== null && drafts.isPending) || (ordered !== null && order.isPending);
  return { name: source?.name, filling: looks || (source !== undefined && waits), own };
}
