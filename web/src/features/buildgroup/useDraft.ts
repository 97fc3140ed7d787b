import { useQuery } from '@tanstack/react-query';
import type { FormInstance } from 'antd';
import { useInitialValuesOnce } from '@/kit/form/useInitialValuesOnce';
import { get } from '@/lib/api/query';
import { usePayerOf } from '@/ordering/usePayer';
import { valuesOf } from './draft';
import { makerOf, type Scale, sizesOf } from './group';
import type { GroupOrderRequest, GroupOrderValues } from './request';

/** Query for one page of the server, which holds all drafts. */
const DRAFT_PAGE = { size: 100, sortFields: ['createTime'], sortOrders: ['descend' as const] };

/** Source of a form: a draft, or an order that is changed or repeated; both null for a new order. */
export type From = { draft: string | null; order: string | null };

function useUploaded(id: string | undefined) {
  return useQuery({ ...get('/uf/uploadfile/{id}', { path: { id: id ?? '' } }), enabled: Boolean(id) });
}

/** Returns the initial values of a new order. */
export function freshOf(scale: Scale): GroupOrderValues {
  const maker = makerOf(scale, undefined);
  const size = maker && sizesOf(scale, maker).at(-1);
  const provider = maker?.provider as GroupOrderValues['provider'];
  return { target: 'group', when: 'now', provider, sizeMin: size?.min, sizeMax: size?.max, greeting: { times: 1 } };
}

/**
 * Fills the form once with the draft or order that the address names; `filling` until then. A deleted collection or
 * picture must be chosen again.
 */
export function useDraft(open: boolean, from: From, scale: Scale | undefined, form: FormInstance<GroupOrderValues>) {
  const all = useQuery({ ...get('/bgo/buildgroup/draft/page', { query: DRAFT_PAGE }), enabled: from.draft !== null });
  const order = useQuery({
    ...get('/bgo/buildgroup/{id}', { path: { id: from.order ?? '' } }),
    enabled: from.order !== null,
  });
  const payerOf = usePayerOf();
  const source: GroupOrderRequest | undefined = from.draft
    ? (all.data?.records ?? []).find((d) => d.id === from.draft)
    : from.order
      ? order.data && { ...order.data.content, userId: payerOf(order.data) }
      : undefined;
  const group = source?.groupId;
  const collection = useQuery({
    ...get('/aty/contactsgroup/{id}', { path: { id: group ?? '' } }),
    enabled: Boolean(group),
  });
  const file = useUploaded(source?.fileId);
  const avatar = useUploaded(source?.avatarId);
  const picture = useUploaded(source?.greeting?.pictureId);
  const asked = [
    [group, collection],
    [source?.fileId, file],
    [source?.avatarId, avatar],
    [source?.greeting?.pictureId, picture],
  ] as const;
  const waits = asked.some(([id, one]) => id && one.isPending);
  const parts = { collection: collection.data, file: file.data, avatar: avatar.data, picture: picture.data };
  const key = from.draft ?? from.order;
  const values = key ? source && !waits && valuesOf(source, parts) : scale && freshOf(scale);
  useInitialValuesOnce(form, open ? (key ?? 'new') : null, values || undefined);
  const looks = (from.draft !== null && all.isPending) || (from.order !== null && order.isPending);
  return { name: source?.name, filling: looks || (source !== undefined && waits) || scale === undefined };
}
