'use client';
import { Skeleton } from 'antd';
import { useTranslations } from 'next-intl';
import { Suspense } from 'react';
import { useView } from '@/kit/page/useView';
import type { Resource } from '@/kit/resource/descriptor';
import { ResourcePage } from '@/kit/resource/ResourcePage';
import { request } from '@/lib/api/request';
import { lazyModule } from '@/lib/router/lazyModule';
import { useSearch } from '@/lib/router/navigate';
import { useApp } from '@/lib/toasts';
import { LeadFields } from './LeadFields';
import { LEAD, LEADS, type LeadValues } from './lead';
import { useLeadColumns } from './useLeadColumns';

const LeadPage = lazyModule(async () => ({ default: (await import('./LeadPage')).LeadPage }), ['antd', 'lead']);

function useLeads(href: (id: string) => string): Resource<typeof LEADS, 'lead', LeadValues> {
  const t = useTranslations('lead');
  const { set } = useSearch();
  const { message } = useApp();
  return {
    list: LEADS,
    words: 'lead',
    columns: useLeadColumns(href),
    form: {
      add: { permission: 'channel:lead:add' },
      update: { permission: 'channel:lead:edit', title: t('editTitle'), shown: (r) => !r.erased },
      values: ({ name, phoneNumber, email }) => ({ name, email, phoneNumber: phoneNumber && `+${phoneNumber}` }),
      send: ({ name, phoneNumber, email, channelId, message: text }, row) =>
        row
          ? request('put', '/channel/lead', { body: { id: row.id, name, phoneNumber, email } })
          : request('post', '/channel/lead', { body: { channelId, name, phoneNumber, email, message: text } }),
      onAnswer: (answer, _values, row) => {
        if (row) return;
        const { id, joined } = answer as { id: string; joined: boolean };
        if (joined) message.info(t('joined'));
        set({ id });
      },
      fields: ({ row }) => <LeadFields row={row} />,
    },
    changes: [LEAD],
    export: { path: '/channel/lead/export', permission: 'channel:lead:export' },
  };
}

/** Leads: the list, those with an overdue date first, or one of them by `?id=`. */
export default function Leads() {
  const { id, href, back } = useView('l_');
  const resource = useLeads(href);
  return id ? (
    <Suspense fallback={<Skeleton active />}>
      <LeadPage id={id} onBack={back} />
    </Suspense>
  ) : (
    <ResourcePage resource={resource} />
  );
}
