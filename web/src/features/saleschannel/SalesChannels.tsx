'use client';
import { Button } from 'antd';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { usePermission } from '@/kit/access/Can';
import { CopyField } from '@/kit/cell/CopyField';
import type { Resource } from '@/kit/resource/descriptor';
import { ResourcePage } from '@/kit/resource/ResourcePage';
import { useRemoving } from '@/kit/resource/removing';
import { useSwitching } from '@/kit/resource/switching';
import { request } from '@/lib/api/request';
import { navigate } from '@/lib/router/navigate';
import { ChannelCode } from './ChannelCode';
import { ChannelFields } from './ChannelFields';
import { ChannelFunnel } from './ChannelFunnel';
import { bodyOf, CHANNELS, type Channel, type ChannelValues, valuesOf } from './channel';

type ShownChannel = Pick<Channel, 'id' | 'name'> | 'all' | null;

function useChannels(
  show: (what: ShownChannel) => void,
  showCode: (channel: Channel) => void,
): Resource<typeof CHANNELS, 'saleschannel', ChannelValues> {
  const t = useTranslations('saleschannel');
  const above = usePermission()({ types: [1, 11] });
  const switching = useSwitching<Channel, 'saleschannel'>('saleschannel', {
    permission: 'channel:sales:status',
    name: (r) => r.name,
    off: (r) => r.status === 'disabled',
    call: (r, off) =>
      request('put', '/channel/sales/status', { body: { id: r.id, status: off ? 'disabled' : 'enabled' } }),
  });
  const remove = useRemoving<Channel, 'saleschannel'>('saleschannel', {
    permission: 'channel:sales:del',
    path: '/channel/sales/{id}',
    name: (r) => r.name,
  });
  return {
    list: CHANNELS,
    words: 'saleschannel',
    columns: {
      name: { sort: true, fixed: true, filter: 'text' },
      kind: { dict: 'saleschannel_kind', sort: true, from: 'sm', filter: true },
      url: { from: 'sm', cell: (r) => <CopyField text={r.url} /> },
      linkUrl: { hidden: true, cell: (r) => r.linkUrl && <CopyField text={r.linkUrl} /> },
      reference: { hidden: true, cell: (r) => <CopyField text={r.reference} /> },
      ownerName: { sort: true, from: 'lg', filter: true },
      'own.visitors': { title: t('visitors'), number: true, from: 'md', cell: (r) => r.counts.visitors },
      'own.leads': { title: t('leads'), number: true, from: 'md', cell: (r) => r.counts.leads },
      'own.customers': { title: t('customers'), number: true, from: 'md', cell: (r) => r.counts.customers },
      status: { dict: 'saleschannel_status', sort: true, from: 'sm', filter: true },
      remark: { ellipsis: true, hidden: true },
      customerName: above && { sort: true, filter: true, from: 'xl' },
      createTime: { as: 'time', sort: true, hidden: true, filter: 'days' },
    },
    form: {
      add: { permission: 'channel:sales:add' },
      update: { permission: 'channel:sales:edit', title: (r) => t('edit', { name: r.name }) },
      values: valuesOf,
      send: (values, row) =>
        row
          ? request('put', '/channel/sales', { body: { id: row.id, ...bodyOf(values) } })
          : request('post', '/channel/sales', { body: { ...bodyOf(values), customerId: values.customerId } }),
      fields: ({ row }) => <ChannelFields row={row} />,
    },
    actions: [
      { key: 'funnel', run: show },
      { key: 'qr', run: showCode },
      {
        key: 'toLeads',
        permission: 'channel:lead:page',
        run: (r) => navigate(`/channel/lead?channelName=${encodeURIComponent(r.name)}`),
      },
      ...switching,
      remove,
    ],
    extra: <Button onClick={() => show('all')}>{t('funnel')}</Button>,
    export: true,
  };
}

/** Sales channels: their addresses, owners, and how many people they bring. */
export default function SalesChannels() {
  const [shown, setShown] = useState<ShownChannel>(null);
  const [code, setCode] = useState<Channel | null>(null);
  return (
    <>
      <ResourcePage resource={useChannels(setShown, setCode)} />
      <ChannelFunnel channel={shown} onClose={() => setShown(null)} />
      <ChannelCode channel={code} onClose={() => setCode(null)} />
    </>
  );
}
