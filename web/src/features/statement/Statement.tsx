'use client';
import { useTranslations } from 'next-intl';
import { Credit, DictTag, Time } from '@/kit/cell/cells';
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

function useStatement(): Resource<'/pi/personal/info/statement/page'> {
  const t = useTranslations('statement');
  const f = useFormat();
  return {
    list: '/pi/personal/info/statement/page',
    title: t('title'),
    empty: t('empty'),
    rowKey: 'serialNumber',
    columns: [
      { field: 'createTime', title: t('createTime'), sort: true, render: (l) => <Time value={l.createTime} /> },
      {
        field: 'businessType',
        title: t('businessType'),
        render: (l) => <DictTag code="business_type" value={l.businessType} />,
      },
      {
        field: 'amount',
        title: f.inCredits(t('amount')),
        number: true,
        fixed: true,
        render: (l) => <Signed value={l.amount} />,
      },
      {
        field: 'balance',
        title: f.inCredits(t('balance')),
        number: true,
        from: 'sm',
        render: (l) => <Credit value={l.balance} />,
      },
      {
        field: 'operator',
        title: t('operator'),
        from: 'lg',
        render: (l) => (
          <>
            {l.operator !== l.operatorType && l.operator} <DictTag code="operator_type" value={l.operatorType} />
          </>
        ),
      },
      { field: 'remark', title: t('remark'), from: 'md', ellipsis: true, width: 220, render: (l) => l.remark },
      {
        field: 'serialNumber',
        title: t('serialNumber'),
        from: 'xl',
        render: (l) => <span className={css.serial}>{l.serialNumber}</span>,
      },
    ],
    filters: [
      { field: 'businessType', label: t('businessType'), kind: 'dict', code: 'business_type' },
      { field: 'createTime', label: t('createTime'), kind: 'days' },
      { field: 'serialNumber', label: t('serialNumber'), kind: 'text' },
    ],
    export: true,
  };
}

/** The caller's own movements of credit, and how much came in and went out by day. */
export default function Statement() {
  const t = useTranslations('statement');
  return (
    <Page title={t('title')} note={t('note')}>
      <ByDay />
      <ResourcePage resource={useStatement()} bare />
    </Page>
  );
}
