'use client';
import { useTranslations } from 'next-intl';
import { usePermission } from '@/kit/access/Can';
import type { Resource, RowAction } from '@/kit/resource/descriptor';
import { ResourcePage } from '@/kit/resource/ResourcePage';
import { request } from '@/lib/api/request';
import type { RecordOf } from '@/lib/api/types';
import { useSearch } from '@/lib/router/navigate';

const NUMBERS = '/channel/number/page';

type Row = RecordOf<typeof NUMBERS>;

function useNumbers(): Resource<typeof NUMBERS, 'channelnumber'> {
  const t = useTranslations('channelnumber');
  const above = usePermission()({ types: [1, 11] });
  const orderId = useSearch().params.get('orderId') ?? undefined;
  const actions: RowAction<Row, 'channelnumber'>[] = [
    {
      key: 'giveBack',
      permission: 'channel:number:return',
      danger: true,
      shown: (r) => r.state === 'assigned' && Boolean(r.returnUntil),
      confirm: (r) => ({ title: t('returnTitle', { number: r.phoneNumber }), content: t('returnText') }),
      call: ({ id }) => request('put', '/channel/number/return', { body: { ids: [id] } }),
      done: t('returned'),
    },
    {
      key: 'replace',
      permission: 'channel:number:replace',
      shown: (r) => r.state === 'assigned',
      confirm: (r) => ({ title: t('replaceTitle', { number: r.phoneNumber }), content: t('replaceText') }),
      call: ({ id }) => request('put', '/channel/number/replace', { body: { ids: [id] } }),
      done: t('replaced'),
    },
  ];
  return {
    list: NUMBERS,
    words: 'channelnumber',
    fixed: orderId ? { orderId } : undefined,
    columns: {
      phoneNumber: { as: 'phone', sort: true, fixed: true, filter: true },
      countryCode: { as: 'country', sort: true, from: 'md', filter: 'country' },
      type: { dict: 'resource_type', from: 'sm', filter: true },
      quality: { dict: 'resource_quality', from: 'lg', filter: true },
      age: { dict: 'resource_age', from: 'lg', filter: true },
      batchNo: { sort: true, from: 'xl', filter: true },
      state: { dict: 'channel_number_state', sort: true, filter: true },
      replacedBy: { as: 'phone', from: 'xl' },
      orderNo: { sort: true, from: 'md', filter: true },
      customerName: above ? { sort: true, from: 'md', filter: true } : { hidden: true },
      price: { as: 'credit', from: 'lg' },
      createTime: { as: 'time', sort: true, from: 'md', filter: 'days' },
      returnUntil: { as: 'time', from: 'lg' },
    },
    actions,
    changes: ['/channel/order/page', '/channel/order/{id}', '/channel/resource/page'],
    export: { permission: 'channel:number:export', path: '/channel/number/export' },
  };
}

/** The numbers that customers were handed out; `?orderId=` shows those of an order. */
export default function ChannelNumbers() {
  return <ResourcePage resource={useNumbers()} />;
}
