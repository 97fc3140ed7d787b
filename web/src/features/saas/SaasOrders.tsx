'use client';
import { useTranslations } from 'next-intl';
import type { Resource } from '@/kit/resource/descriptor';
import { ResourcePage } from '@/kit/resource/ResourcePage';
import { useFormat } from '@/lib/format';
import { FEN } from './price';

/** The price of the time, in yuan. */
function Yuan({ fen }: { fen: number }) {
  return useFormat().credit(fen / FEN);
}

const ORDERS: Resource<'/aty/saas/order/page', 'saas'> = {
  list: '/aty/saas/order/page',
  words: 'saas',
  columns: {
    createTime: { as: 'time', sort: true, filter: 'days' },
    userName: { sort: true, fixed: true, filter: 'text' },
    method: { dict: 'saas_method', sort: true, filter: true },
    price: { from: 'lg', cell: (o) => <Yuan fen={o.price} /> },
    amount: { as: 'credit', sort: true, from: 'sm' },
    startTime: { as: 'time', from: 'xl' },
    saasExpireTime: { as: 'time', sort: true, from: 'sm', filter: 'days' },
    operator: { from: 'xl' },
  },
  export: true,
};

/** Years of the service that were bought or given. */
export default function SaasOrders() {
  const t = useTranslations('saas');
  return <ResourcePage resource={{ ...ORDERS, title: t('title') }} />;
}
