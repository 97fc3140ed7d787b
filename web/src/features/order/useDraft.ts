import { useQuery } from '@tanstack/react-query';
import type { FormInstance } from 'antd';
import { useInitialValuesOnce } from '@/kit/form/useInitialValuesOnce';
import { get } from '@/lib/api/query';
import type { Data } from '@/lib/api/types';
import { usePayerOf } from '@/ordering/usePayer';
import { type Named, type Source, valuesOf } from './draft';
import type { BulkOrderValues } from './request';

/** The id of one of our templates; anything else is a provider's name. */
const DRAFT_ID = /^[0-9A-HJKMNP-TV-Z]{26}$/;

/** Query for one page of the server, which holds all drafts. */
const DRAFT_PAGE = { size: 100, sortFields: ['createTime'], sortOrders: ['descend' as const] };

/** Source of a form: a draft, or an order that is changed or repeated. */
export type From = { draft: string | null; order: string | null; copies: boolean };

/** The picture and the template that a message names, in their current state. */
function useNamed(message: Source['message'] | undefined): { named: Named; waits: boolean } {
  const media = message?.mediaId || message?.link?.thumbnailId;
  const picture = useQuery({
    ...get('/uf/uploadfile/{id}', { path: { id: media ?? '' } }),
    enabled: Boolean(media),
  });
  const own = DRAFT_ID.exec(message?.templateId ?? '')?.[0];
  const template = useQuery({ ...get('/gc/template/{id}', { path: { id: own ?? '' } }), enabled: Boolean(own) });
  const waits = (Boolean(media) && picture.isPending) || (Boolean(own) && template.isPending);
  return { named: { picture: picture.data, template: template.data }, waits };
}

/**
 * The draft or order that the address names, laid into the form once; `filling` until then. When its collection or picture is gone,
 * another one is chosen.
 */
export function useDraft(
  from: From,
  form: FormInstance<BulkOrderValues>,
): { draft: Source | undefined; filling: boolean } {
  const all = useQuery({
    ...get('/gc/groupsendorder/draft/page', { query: DRAFT_PAGE }),
    enabled: from.draft !== null,
  });
  const order = useQuery({
    ...get('/gc/groupsendorder/{id}', { path: { id: from.order ?? '' } }),
    enabled: from.order !== null,
  });
  const payerOf = usePayerOf();
  // The deadline of a trial does not apply to the next order.
  const again = (o: Data<'get', '/gc/groupsendorder/{id}'>, copies: boolean) => ({
    ...o,
    userId: payerOf(o),
    deadline: copies && o.ab ? undefined : o.deadline,
    // Clicks decide between emails alone.
    ab: o.ab && { ...o.ab, by: o.ab.by === 'clicked' ? ('delivered' as const) : o.ab.by },
  });
  const draft: Source | undefined = from.draft
    ? (all.data?.records ?? []).find((d) => d.id === from.draft)
    : from.order
      ? order.data && again(order.data, from.copies)
      : undefined;
  const group = draft?.groupId;
  const collection = useQuery({
    ...get('/aty/contactsgroup/{id}', { path: { id: group ?? '' } }),
    enabled: Boolean(group),
  });
  const fileId = draft?.fileId;
  const file = useQuery({
    ...get('/uf/uploadfile/{id}', { path: { id: fileId ?? '' } }),
    enabled: Boolean(fileId),
  });
  const first = useNamed(draft?.message);
  const second = useNamed(draft?.ab?.message);
  const asked = [group && collection, fileId && file];
  const waits = first.waits || second.waits || asked.some((one) => typeof one === 'object' && one.isPending);
  const parts = { collection: collection.data, file: file.data, ...first.named, second: second.named };
  useInitialValuesOnce(
    form,
    from.draft ?? from.order,
    draft !== undefined && !waits ? valuesOf(draft, parts) : undefined,
  );
  const looks = (from.draft !== null && all.isPending) || (from.order !== null && order.isPending);
  return { draft, filling: looks || (draft !== undefined && waits) };
}
