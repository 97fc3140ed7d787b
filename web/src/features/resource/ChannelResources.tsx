'use client';
import { useTranslations } from 'next-intl';
import type { BatchAction, Resource } from '@/kit/resource/descriptor';
import { ResourcePage } from '@/kit/resource/ResourcePage';
import { request } from '@/lib/api/request';
import type { RecordOf } from '@/lib/api/types';

const RESOURCES = '/channel/resource/page';

type Row = RecordOf<typeof RESOURCES>;

function useResources(): Resource<typeof RESOURCES, 'resource'> {
  const t = useTranslations('resource');
  const change = (state: 'broken' | 'free', key: 'break' | 'free'): BatchAction<Row, 'resource'> => ({
    key,
    permission: 'channel:resource:edit',
    danger: state === 'broken',
    confirm: () => ({ title: t(`${key}Title`), content: t(`${key}Text`) }),
    call: (rows) => request('put', '/channel/resource/status', { body: { ids: rows.map((r) => r.id), state } }),
    done: t('changed'),
  });
  const endReturn = (again: boolean, key: 'returnAgain' | 'closeReturn'): BatchAction<Row, 'resource'> => ({
    key,
    permission: 'channel:resource:edit',
    confirm: () => ({ title: t(`${key}Title`), content: t(`${key}Text`) }),
    call: (rows) => request('put', '/channel/resource/return', { body: { ids: rows.map((r) => r.id), again } }),
    done: t('changed'),
  });
  return {
    list: RESOURCES,
    words: 'resource',
    columns: {
      phoneNumber: { as: 'phone', sort: true, fixed: true, filter: true },
      countryCode: { as: 'country', sort: true, from: 'lg', filter: 'country' },
      type: { dict: 'resource_type', from: 'sm', filter: true },
      quality: { dict: 'resource_quality', from: 'md', filter: true },
      age: { dict: 'resource_age', from: 'md', filter: true },
      state: { dict: 'resource_state', sort: true, filter: true },
      batchNo: { sort: true, from: 'md', filter: true },
      dealerName: { sort: true, from: 'xl', filter: true },
      orderNo: { sort: true, from: 'lg', filter: true },
      customerName: { sort: true, from: 'xl', filter: true },
      updateTime: { as: 'time', sort: true, from: 'xl' },
      createTime: { as: 'time', sort: true, hidden: true, filter: 'days' },
      returnRefused: { sort: true, from: 'lg', filter: true },
      remark: { ellipsis: true, hidden: true },
    },
    batch: [
      change('broken', 'break'),
      change('free', 'free'),
      endReturn(true, 'returnAgain'),
      endReturn(false, 'closeReturn'),
    ],
    export: { permission: 'channel:resource:export', path: '/channel/resource/export' },
  };
}

/** The numbers of the platform, each with its state and its order. */
export default function ChannelResources() {
  return <ResourcePage resource={useResources()} />;
}
