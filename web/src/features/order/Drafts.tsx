import { useTranslations } from 'next-intl';
import { useAct } from '@/kit/api/act';
import { CODE, isApiError } from '@/kit/api/error';
import { to } from '@/kit/api/to';
import type { RecordOf } from '@/kit/api/types';
import { shown } from '@/kit/cell/cells';
import { report } from '@/kit/feedback';
import { useApp } from '@/kit/light/app';
import type { Resource } from '@/kit/resource/descriptor';
import { ResourcePage } from '@/kit/resource/ResourcePage';
import { useSearch } from '@/router/navigate';
import { useShort } from './useShort';

export type Draft = RecordOf<'/gc/groupsendorder/draft/page'>;

/** Orders that are not placed yet: saved by hand, or kept because the balance was short. Continued, ordered, or deleted. */
export function Drafts() {
  const t = useTranslations('order');
  const { message } = useApp();
  const { set } = useSearch();
  const short = useShort();
  const commit = useAct((id: string) => to('post', '/gc/groupsendorder/draft/commit', { body: { id } }), {
    quiet: true,
    changes: ['/gc/groupsendorder/page', '/gc/groupsendorder/draft/page', '/pi/personal/info'],
    onDone: (made) => {
      message.success(t('created', { orderNo: made.orderNo }));
      set({ view: null, id: made.id });
    },
  });
  const refused = (e: unknown, { id, createTime: _c, updateTime: _u, ...wish }: Draft) => {
    if (short && isApiError(e) && e.code === CODE.shortBalance) void short(id, wish);
    else report(e);
  };
  const resource: Resource<'/gc/groupsendorder/draft/page', 'order'> = {
    list: '/gc/groupsendorder/draft/page',
    words: 'order',
    title: t('views.drafts'),
    empty: t('draftsEmpty'),
    columns: {
      name: { sort: true, fixed: true, filter: true, filterTitle: t('filterName') },
      message: { title: t('messageType'), from: 'sm', cell: (d) => shown(d.message.type, 'text', 'message_type') },
      countryCode: { as: 'country', from: 'md', filter: true },
      createTime: { as: 'time', sort: true, from: 'md', filter: 'days' },
      updateTime: { as: 'time', from: 'lg' },
    },
    actions: [
      { key: 'resume', permission: 'gc:groupsendorder:edit', run: (d) => set({ create: 1, draft: d.id }) },
      {
        key: 'order',
        label: t('submit'),
        permission: 'gc:groupsendorder:add',
        confirm: (d) => ({ title: t('ask.commit.title', { name: d.name }), content: t('ask.commit.text') }),
        run: (d) => commit.mutateAsync(d.id).catch((e) => refused(e, d)),
      },
      {
        key: 'delete',
        label: t('actions.delete'),
        danger: true,
        permission: 'gc:groupsendorder:del',
        confirm: (d) => ({ title: t('ask.drop.title', { name: d.name }), content: t('ask.drop.text') }),
        call: ({ id }) => to('delete', '/gc/groupsendorder/draft/{id}', { path: { id } }),
        done: t('draftDeleted'),
      },
    ],
  };
  return <ResourcePage resource={resource} bare />;
}
