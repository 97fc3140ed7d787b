'use client';
import { useTranslations } from 'next-intl';
import type { Resource } from '@/kit/resource/descriptor';
import { ResourcePage } from '@/kit/resource/ResourcePage';
import type { RecordOf } from '@/lib/api/types';
import { dayAtEight } from '@/lib/format';
import { Operator, Serial, Signed } from './cells';
import { StatementSheet } from './StatementSheet';

const STATEMENT_LIST = '/aty/customerinfo/statement/page';
type Line = RecordOf<typeof STATEMENT_LIST>;

const COLUMNS: Resource<typeof STATEMENT_LIST, 'statement'>['columns'] = {
  createTime: { as: 'time', sort: true, filter: 'days' },
  businessType: { dict: 'business_type', filter: true },
  amount: { as: 'credit', fixed: true, cell: (l: Line) => <Signed value={l.amount} /> },
  balance: { as: 'credit', from: 'sm' },
  operator: { from: 'lg', cell: (l: Line) => <Operator line={l} /> },
  remark: { from: 'md', ellipsis: true, width: 220 },
  serialNumber: { from: 'xl', cell: (l: Line) => <Serial line={l} />, filter: true },
};

/** The statement of a user; a part of a customer's or an agent's page. */
export default function CustomerStatement({ userId, name }: { userId: string; name: string }) {
  const t = useTranslations('statement');
  return (
    <ResourcePage
      resource={{
        list: STATEMENT_LIST,
        words: 'statement',
        rowKey: 'serialNumber',
        empty: t('emptyOf'),
        prefix: 'c_statement_',
        fixed: { userId },
        filters: ['businessType', 'createTime', 'serialNumber'],
        columns: COLUMNS,
        document: {
          name: `statement-${name}-${dayAtEight()}`,
          sheet: (found) => <StatementSheet found={found} user={name} />,
        },
        export: { path: '/aty/accountstatement/export' },
      }}
      bare
    />
  );
}
