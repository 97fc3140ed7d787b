import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { type ReactNode, useEffect } from 'react';
import type { Resource } from '@/kit/resource/descriptor';
import { ResourcePage } from '@/kit/resource/ResourcePage';
import { CODE, isApiError } from '@/lib/api/error';
import { useApiMutation } from '@/lib/api/mutation';
import { request } from '@/lib/api/request';
import type { RecordOf } from '@/lib/api/types';
import { useFormat } from '@/lib/format';
import { showError } from '@/lib/notifier';
import { useSearch } from '@/lib/router/navigate';
import { preloadApp, useApp } from '@/lib/toasts';
import { estimateOf } from './estimate';
import { endpoint, permission, useOrderKind, useOrderTexts } from './kind';
import { type Commit, placedChanges, useTopUpOffer } from './useTopUpOffer';

type List = Resource<'/gc/groupsendorder/draft/page', 'order'>;
type Draft = RecordOf<'/gc/groupsendorder/draft/page'>;

/** A column of the kind, for fields that only its drafts have. */
type Own<D> = { title: string; cell: (draft: D) => ReactNode };

/** Orders that are not placed yet: saved by hand, or kept because the balance was short. Continued, ordered, or deleted. */
export function Drafts<D>({ own }: { own: Own<D> }) {
  const t = useTranslations('order');
  const words = useOrderTexts();
  const kind = useOrderKind();
  const f = useFormat();
  const queries = useQueryClient();
  const { message, modal } = useApp();
  const { set } = useSearch();
  const short = useTopUpOffer();
  useEffect(preloadApp, []); // a draft is ordered by a question: its code is there before it is asked
  const commit = useApiMutation((body: Commit) => request('post', endpoint(kind, '/draft/commit'), { body }), {
    quiet: true,
    changes: placedChanges(kind),
    onDone: (made) => {
      message.success(words('created', { orderNo: made.orderNo }));
      set({ view: null, id: made.id });
    },
  });
  const refused = (e: unknown, { id, createTime: _c, updateTime: _u, ...wish }: Draft) => {
    const offer = short(wish);
    if (offer && isApiError(e) && e.code === CODE.shortBalance) void offer(id);
    else showError(e);
  };
  /** Asks for a confirmation that shows the cost; the order is placed at that cost. */
  const ask = async (d: Draft) => {
    const { id, createTime: _c, updateTime: _u, ...wish } = d;
    const told = await queries.fetchQuery({ ...estimateOf(kind, wish), staleTime: 0 }).catch(showError);
    if (!told) return;
    void modal.confirm({
      title: t('ask.commit.title', { name: d.name }),
      content: t('ask.commit.text', { cost: f.credits(told.cost) }),
      okText: t('submit'),
      onOk: () => commit.mutateAsync({ id, expectedCost: told.cost }).catch((e) => refused(e, d)),
    });
  };
  const resource: List = {
    list: endpoint(kind, '/draft/page'),
    words: 'order',
    title: t('views.drafts'),
    empty: t('draftsEmpty'),
    columns: {
      name: { sort: true, fixed: true, filter: true, filterTitle: t('filterName') },
      'own.what': { title: own.title, from: 'sm', cell: (d) => own.cell(d as unknown as D) },
      countryCode: { as: 'country', from: 'md', filter: true },
      createTime: { as: 'time', sort: true, from: 'md', filter: 'days' },
      updateTime: { as: 'time', from: 'lg' },
    },
    actions: [
      { key: 'resume', permission: permission(kind, 'edit'), run: (d) => set({ create: 1, draft: d.id }) },
      {
        key: 'order',
        label: t('submit'),
        permission: permission(kind, 'add'),
        run: ask,
      },
      {
        key: 'delete',
        label: t('actions.delete'),
        danger: true,
        permission: permission(kind, 'del'),
        confirm: (d) => ({ title: t('ask.drop.title', { name: d.name }), content: t('ask.drop.text') }),
        call: ({ id }) => request('delete', endpoint(kind, '/draft/{id}'), { path: { id } }),
        done: t('draftDeleted'),
      },
    ],
  };
  return <ResourcePage resource={resource} bare />;
}
