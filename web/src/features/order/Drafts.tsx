import { useTranslations } from 'next-intl';
import { useAct } from '@/kit/api/act';
import type { RecordOf } from '@/kit/api/types';
import { Country, DictTag, Time } from '@/kit/cell/cells';
import { useApp } from '@/kit/light/app';
import type { Resource } from '@/kit/resource/descriptor';
import { ResourcePage } from '@/kit/resource/ResourcePage';
import { useSearch } from '@/router/navigate';

export type Draft = RecordOf<'/gc/groupsendorder/draft/page'>;

/** Orders that are not placed yet: saved by hand, or kept because the balance was short. Continued, ordered, or deleted. */
export function Drafts() {
  const t = useTranslations('order');
  const { message } = useApp();
  const { set } = useSearch();
  const commit = useAct('post', '/gc/groupsendorder/draft/commit', {
    changes: ['/gc/groupsendorder/page', '/gc/groupsendorder/draft/page', '/pi/personal/info'],
    onDone: (made) => {
      message.success(t('created', { orderNo: made.orderNo }));
      set({ view: null, id: made.id });
    },
  });
  const resource: Resource<'/gc/groupsendorder/draft/page'> = {
    list: '/gc/groupsendorder/draft/page',
    title: t('views.drafts'),
    empty: t('draftsEmpty'),
    columns: [
      { field: 'name', title: t('name'), sort: true, fixed: true, render: (d) => d.name || '–' },
      {
        field: 'kind',
        title: t('messageType'),
        from: 'sm',
        render: (d) => <DictTag code="message_type" value={d.message.type} />,
      },
      { field: 'countryCode', title: t('country'), from: 'md', render: (d) => <Country code={d.countryCode} /> },
      {
        field: 'createTime',
        title: t('createTime'),
        sort: true,
        from: 'md',
        render: (d) => <Time value={d.createTime} />,
      },
      { field: 'updateTime', title: t('updateTime'), from: 'lg', render: (d) => <Time value={d.updateTime} /> },
    ],
    filters: [
      { field: 'name', label: t('filterName'), kind: 'text' },
      { field: 'countryCode', label: t('country'), kind: 'country' },
      { field: 'createTime', label: t('createTime'), kind: 'days' },
    ],
    actions: [
      {
        key: 'resume',
        label: t('resume'),
        gate: { permission: 'gc:groupsendorder:edit' },
        run: (d) => set({ create: 1, draft: d.id }),
      },
      {
        key: 'order',
        label: t('submit'),
        gate: { permission: 'gc:groupsendorder:add' },
        confirm: (d) => ({ title: t('ask.commit.title', { name: d.name }), content: t('ask.commit.text') }),
        run: (d) => commit.mutateAsync({ body: { id: d.id } }),
      },
      {
        key: 'delete',
        label: t('actions.delete'),
        danger: true,
        gate: { permission: 'gc:groupsendorder:del' },
        confirm: (d) => ({ title: t('ask.drop.title', { name: d.name }), content: t('ask.drop.text') }),
        call: (d) => ({ method: 'delete', path: '/gc/groupsendorder/draft/{id}', input: { path: { id: d.id } } }),
        done: t('draftDeleted'),
      },
    ],
  };
  return <ResourcePage resource={resource} bare />;
}
