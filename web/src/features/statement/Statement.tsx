'use client';
import { useTranslations } from 'next-intl';
import { Page } from '@/kit/page/Page';
import type { Resource } from '@/kit/resource/descriptor';
import { ResourcePage } from '@/kit/resource/ResourcePage';
import { dayAtEight } from '@/lib/format';
import { useSession } from '@/lib/session';
import { ByDay } from './ByDay';
import { Operator, Serial, Signed } from './cells';
import { StatementSheet } from './StatementSheet';

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

/** The name of a file: what it is, and the day it was made. */
const NAME = `statement-${dayAtEight()}`;

/** The caller's own movements of credit, and how much came in and went out by day. */
export default function Statement() {
  const t = useTranslations('statement');
  const name = useSession((s) => s.info?.nickname ?? '');
  const document: Resource<'/pi/personal/info/statement/page', 'statement'>['document'] = {
    name: NAME,
    sheet: (found) => <StatementSheet found={found} user={name} />,
  };
  return (
    <Page title={t('title')} note={t('note')}>
      <ByDay />
      <ResourcePage resource={{ ...STATEMENT, document }} bare />
    </Page>
  );
}
