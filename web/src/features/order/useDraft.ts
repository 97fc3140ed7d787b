import { useQuery } from '@tanstack/react-query';
import type { FormInstance } from 'antd';
import { get } from '@/kit/api/query';
import { useFill } from '@/kit/form/useFill';
import { type Draft, valuesOf } from './draft';
import type { Values } from './wish';

/** As many drafts as one page of the server holds. */
const MANY = { size: 100, sortFields: ['createTime'], sortOrders: ['descend' as const] };

/** The draft that the address names, laid into the form once. When its collection or picture is gone, another one is chosen. */
export function useDraft(id: string | null, form: FormInstance<Values>): Draft | undefined {
  const all = useQuery({ ...get('/gc/groupsendorder/draft/page', { query: MANY }), enabled: id !== null });
  const draft = id === null ? undefined : (all.data?.records ?? []).find((d) => d.id === id);
  const group = draft?.groupId;
  const collection = useQuery({
    ...get('/aty/contactsgroup/{id}', { path: { id: group ?? '' } }),
    enabled: Boolean(group),
  });
  const media = draft?.message.mediaId;
  const picture = useQuery({
    ...get('/uf/uploadfile/{id}', { path: { id: media ?? '' } }),
    enabled: Boolean(media),
  });
  const known = draft !== undefined && !(group && collection.isPending) && !(media && picture.isPending);
  useFill(form, id, known ? valuesOf(draft, collection.data, picture.data) : undefined);
  return draft;
}
