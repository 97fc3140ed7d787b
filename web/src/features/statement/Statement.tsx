'use client';
import { useTranslations } from 'next-intl';
import { Page } from '@/kit/page/Page';
import type { Resource } from '@/kit/resource/descriptor';
import { ResourcePage } from '@/kit/resource/ResourcePage';
import { ByDay } from './ByDay';
import { Operator, Serial, Signed } from './cells';

const STATEMENT: Resource<'/pi/personal/info/statement/page', 'statement'> = {
  list: '/pi/personal/info/statement/page',
  words: 'statement',
  rowKey: 'serialNumber',
  filters: ['businessType', 'createTime', 'serialNumber'],
  columns: {
    createTime: { as: 'time', sort: true, filter: 'days' },
    businessType: { dict: 'business_type', filter: true },
    amount: { as: 'credit', fixed: true, cell: (l) => <Signed value={l.amount} /> },
    balance: { as: 'credit', from: 'sm' },
    operator: { from: 'lg', cell: (l) => <Operator line={l} /> },
    remark: { from: 'md', ellipsis: true, width: 220 },
    serialNumber: { from: 'xl', cell: (l) => <Serial line={l} />, filter: true },
  },
  export: true,
};

/** The caller's own movements of credit, and how much came in and went out by day. */
export default function Statement() {
  const t = useTranslations('statement');
  return (
    <Page title={t('title')} note={t('note')}>
      <ByDay />
      <ResourcePage resource={STATEMENT} bare />
    </Page>
  );
}
