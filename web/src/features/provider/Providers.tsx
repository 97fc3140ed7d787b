'use client';
import { Skeleton } from 'antd';
import { useTranslations } from 'next-intl';
import { Suspense } from 'react';
import { useView } from '@/kit/page/useView';
import type { Resource } from '@/kit/resource/descriptor';
import { ResourcePage } from '@/kit/resource/ResourcePage';
import { POLL } from '@/lib/constants';
import { lazyModule } from '@/lib/router/lazyModule';
import { Link } from '@/ui/Link';
import { PROVIDER_LIST } from './provider';

const ProviderPage = lazyModule(
  async () => ({ default: (await import('./ProviderPage')).ProviderPage }),
  ['antd', 'provider'],
);

function useProviders(href: (id: string) => string): Resource<typeof PROVIDER_LIST, 'provider'> {
  const t = useTranslations('provider');
  return {
    list: PROVIDER_LIST,
    words: 'provider',
    note: t('note'),
    columns: {
      name: { sort: true, fixed: true, filter: true, cell: (r) => <Link to={href(r.id)}>{r.name}</Link> },
      state: { dict: 'provider_state', sort: true, filter: true },
      kinds: { dict: 'provider_kind', filter: true, from: 'sm' },
      senders: { as: 'count', from: 'md' },
      accounts: { as: 'count', from: 'lg' },
      lastSuccess: { as: 'time', sort: true, from: 'md' },
      lastFailure: { as: 'time', sort: true, from: 'xl' },
      failure: { from: 'xl', hidden: true },
    },
    every: () => POLL.idle,
    export: true,
  };
}

/** The providers of the platform with their state: the list, or one of them by `?id=`. */
export default function Providers() {
  const { id, href, back } = useView('p_');
  const resource = useProviders(href);
  return id ? (
    <Suspense fallback={<Skeleton active />}>
      <ProviderPage id={id} onBack={back} />
    </Suspense>
  ) : (
    <ResourcePage resource={resource} />
  );
}
