'use client';
import { useTranslations } from 'next-intl';
import type { RecordOf } from '@/kit/api/types';
import { DictTag } from '@/kit/cell/cells';
import { useFormat } from '@/kit/format';
import { Page } from '@/kit/page/Page';
import type { Resource } from '@/kit/resource/descriptor';
import { ResourcePage } from '@/kit/resource/ResourcePage';
import { ByDay } from './ByDay';
import css from './statement.module.css';

/** A signed amount: what came in and what went out differ in sign and colour. */
function Signed({ value }: { value: number }) {
  const f = useFormat();
  return (
    <span className={value > 0 ? css.in : css.out}>
      {value > 0 ? '+' : ''}
      {f.credit(value).replace('-', '\u2212')}
    </span>
  );
}

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
    serialNumber: { from: 'xl', cell: (l) => <span className={css.serial}>{l.serialNumber}</span>, filter: true },
  },
  export: true,
};

function Operator({ line: l }: { line: RecordOf<'/pi/personal/info/statement/page'> }) {
  return (
    <>
      {l.operator !== l.operatorType && l.operator} <DictTag code="operator_type" value={l.operatorType} />
    </>
  );
}

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
