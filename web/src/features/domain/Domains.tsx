'use client';
import { Skeleton } from 'antd';
import { useTranslations } from 'next-intl';
import { Suspense } from 'react';
import { useView } from '@/kit/page/useView';
import type { Resource } from '@/kit/resource/descriptor';
import { ResourcePage } from '@/kit/resource/ResourcePage';
import { useRemoving } from '@/kit/resource/removing';
import { request } from '@/lib/api/request';
import { POLL } from '@/lib/constants';
import { lazyModule } from '@/lib/router/lazyModule';
import { useSearch } from '@/lib/router/navigate';
import { useApp } from '@/lib/toasts';
import { DomainFields, type DomainValues } from './DomainFields';
import { DOMAIN, DOMAIN_LIST } from './domain';
import { useDomainColumns } from './useDomainColumns';

const DomainPage = lazyModule(async () => ({ default: (await import('./DomainPage')).DomainPage }), ['antd', 'domain']);

function useDomains(href: (id: string) => string): Resource<typeof DOMAIN_LIST, 'domain', DomainValues> {
  const t = useTranslations('domain');
  const { set } = useSearch();
  const { message } = useApp();
  return {
    list: DOMAIN_LIST,
    words: 'domain',
    columns: useDomainColumns(href),
    form: {
      add: { permission: 'domain:add' },
      update: { permission: 'domain:edit', title: (r) => t('editTitle', { name: r.name }) },
      in: 'modal',
      defaults: { uses: ['email'] },
      values: ({ uses, shared }) => ({ uses, shared }),
      send: ({ name, uses, shared, customerId }, row) =>
        row
          ? request('put', '/domain', { body: { id: row.id, uses, ...(row.customerId ? {} : { shared }) } })
          : request('post', '/domain', { body: { name, uses, customerId } }),
      onAnswer: (answer, _values, row) => {
        if (row) return;
        message.success(t('added'));
        set({ id: (answer as { id: string }).id });
      },
      fields: ({ row }) => <DomainFields row={row} />,
    },
    actions: [
      {
        key: 'makeDefault',
        permission: 'domain:default',
        shown: (r) => r.proven && !r.default,
        call: (r) => request('put', '/domain/{id}/default', { path: { id: r.id } }),
        done: t('madeDefault'),
      },
      useRemoving('domain', { permission: 'domain:del', path: DOMAIN, name: (r) => r.name }),
    ],
    every: (rows) => rows.some((r) => r.checking) && POLL.live,
    export: true,
  };
}

/** Domains for emails and short links: the list, or one of them by `?id=`. */
export default function Domains() {
  const { id, href, back } = useView('d_');
  const resource = useDomains(href);
  return id ? (
    <Suspense fallback={<Skeleton active />}>
      <DomainPage id={id} onBack={back} />
    </Suspense>
  ) : (
    <ResourcePage resource={resource} />
  );
}
