import { useTranslations } from 'next-intl';
import { DictTag } from '@/kit/cell/cells';
import { BALANCES } from '@/kit/pay/balances';
import { STAFF_LIMITS } from '@/kit/pay/staffLimits';
import type { Resource } from '@/kit/resource/descriptor';
import type { Columns } from '@/kit/resource/schema';
import { request } from '@/lib/api/request';
import { useFormat } from '@/lib/format';
import { usePathOf } from '@/lib/router/usePathOf';
import { Link } from '@/ui/Link';
import { Fields } from './Fields';
import { correctable, FLOW_LIST, type FlowFormValues, type Line } from './flow';
import css from './flow.module.css';

function useFlowColumns(): Columns<typeof FLOW_LIST, 'flow'> {
  return {
    createTime: { as: 'time', sort: true, filter: 'days' },
    userName: { from: 'sm', cell: (l) => <Whose line={l} /> },
    businessType: { dict: 'business_type', filter: true, cell: (l) => <BusinessTypeCell line={l} /> },
    amount: { as: 'credit', fixed: true, cell: (l) => <Amount value={l.amount} /> },
    balance: { as: 'credit', from: 'lg' },
    operatorType: { dict: 'operator_type', filter: true, only: 'filter' },
    operator: { from: 'md', filter: true, cell: (l) => <By line={l} /> },
    remark: { from: 'lg', ellipsis: true, width: 180, filter: true },
    serialNumber: {
      from: 'xl',
      hidden: true,
      filter: true,
      cell: (l) => <span className={css.serial}>{l.serialNumber}</span>,
    },
    userId: { only: 'filter', filter: true },
  };
}

/** Shows the customer of a line with a link to its page. */
function Whose({ line: l }: { line: Line }) {
  const customers = usePathOf('aty/customer');
  if (!customers || !l.userName) return l.userName || '–';
  return <Link to={`${customers}?id=${l.userId}`}>{l.userName}</Link>;
}

/** The type of a line, and whether it reverses or replaces another line. */
function BusinessTypeCell({ line: l }: { line: Line }) {
  const t = useTranslations('flow');
  const other = l.reverses ?? l.replaces;
  return (
    <span className={css.kind}>
      <DictTag code="business_type" value={l.businessType} />
      {other && <small title={other}>{t(l.reverses ? 'reverses' : 'replaces')}</small>}
    </span>
  );
}

function By({ line: l }: { line: Line }) {
  return (
    <span className={css.kind}>
      {l.operator !== l.operatorType && l.operator} <DictTag code="operator_type" value={l.operatorType} />
    </span>
  );
}

/** A signed amount: credits and debits differ in sign and colour. */
function Amount({ value }: { value: number }) {
  const f = useFormat();
  const text = f.credit(value).replace('-', '\u2212');
  return <span className={value > 0 ? css.in : css.out}>{value > 0 ? `+${text}` : text}</span>;
}

export function useFlow(): Resource<typeof FLOW_LIST, 'flow', FlowFormValues> {
  const t = useTranslations('flow');
  const f = useFormat();
  const told = (l: Line) => ({ amount: f.credits(l.amount), name: l.userName ?? '' });
  return {
    list: FLOW_LIST,
    words: 'flow',
    rowKey: 'serialNumber',
    export: true,
    changes: ['/aty/accountstatement/statistics', '/aty/customerinfo/statement/page', BALANCES, STAFF_LIMITS],
    filters: ['businessType', 'createTime', 'operatorType', 'operator', 'serialNumber', 'remark', 'userId'],
    columns: useFlowColumns(),
    form: {
      add: { permission: 'aty:accountstatement:add', label: t('add') },
      update: {
        permission: 'aty:accountstatement:edit',
        label: t('correct'),
        title: t('correctTitle'),
        shown: correctable,
      },
      in: 'modal',
      values: (l) => ({
        businessType: l.businessType as FlowFormValues['businessType'],
        amount: l.amount,
        remark: l.remark,
      }),
      send: ({ userId = '', amount, ...v }, row) =>
        row
          ? request('put', '/aty/accountstatement', {
              body: { ...v, amount, serialNumber: row.serialNumber },
            })
          : request('post', '/aty/accountstatement', { body: { ...v, amount, userId } }),
      fields: ({ mode, row }) => <Fields mode={mode} row={row} />,
    },
    actions: [
      {
        key: 'again',
        permission: 'aty:accountstatement:approve',
        shown: (l) => Boolean(l.reverses),
        confirm: (l) => ({ title: t('againTitle'), content: t('againText', told(l)) }),
        call: (l) =>
          request('put', '/aty/accountstatement/approved', {
            body: { serialNumber: l.reverses ?? '', approved: true },
          }),
        done: t('againDone'),
      },
      {
        key: 'del',
        danger: true,
        permission: 'aty:accountstatement:del',
        shown: correctable,
        confirm: (l) => ({ title: t('delTitle'), content: t('delText', told(l)) }),
        call: (l) => request('delete', '/aty/accountstatement/{id}', { path: { id: l.serialNumber } }),
        done: t('deleted'),
      },
    ],
  };
}
