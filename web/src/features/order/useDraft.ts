import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { FormInstance } from 'antd';
import { useEffect, useState } from 'react';
import { get } from '@/kit/api/query';
import { report } from '@/kit/feedback';
import { type Draft, valuesOf } from './draft';
import type { Values } from './wish';

/** As many drafts as one page of the server holds. */
const MANY = { size: 100, sortFields: ['createTime'], sortOrders: ['descend' as const] };

/** The draft that the address names, laid into the form once. */
export function useDraft(id: string | null, form: FormInstance<Values>): Draft | undefined {
  const queries = useQueryClient();
  const all = useQuery({ ...get('/gc/groupsendorder/draft/page', { query: MANY }), enabled: id !== null });
  const draft = id === null ? undefined : (all.data?.records ?? []).find((d) => d.id === id);
  const [laid, setLaid] = useState<string | null>(null);
  useEffect(() => {
    if (!draft || laid === draft.id) return;
    let live = true;
    const group = draft.groupId;
    const collection = group
      ? queries.fetchQuery(get('/aty/contactsgroup/{id}', { path: { id: group } })).catch((e) => {
          report(e); // its collection is gone: another one is chosen
          return undefined;
        })
      : Promise.resolve(undefined);
    void collection.then((c) => {
      if (!live) return;
      form.resetFields();
      form.setFieldsValue(valuesOf(draft, c));
      setLaid(draft.id);
    });
    return () => {
      live = false;
    };
  }, [draft, laid, form, queries]);
  if (id === null && laid !== null) setLaid(null);
  return draft;
}
