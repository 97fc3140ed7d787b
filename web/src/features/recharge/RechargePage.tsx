import { useQuery } from '@tanstack/react-query';
import { Alert } from 'antd';
import { useTranslations } from 'next-intl';
import { usePermission } from '@/kit/access/Can';
import { ActionButton } from '@/kit/action/ActionButton';
import { DictTag, Time } from '@/kit/cell/cells';
import { DetailPage } from '@/kit/page/DetailPage';
import { ErrorAlert } from '@/kit/page/ErrorAlert';
import { Panel } from '@/kit/page/Page';
import { ScrollBox } from '@/kit/page/ScrollBox';
import { PrintButton } from '@/kit/print/PrintButton';
import { get } from '@/lib/api/query';
import { PAYMENT_POLL } from '@/lib/constants';
import { useFormat } from '@/lib/format';
import { Table, type TableColumn } from '@/ui/Table';
import { Receipt } from './Receipt';
import { paid, RECHARGE, REFUNDS, type Recharge, type Refund, RUNNING, refundable, WAITING } from './recharge';
import { useRechargeColumns } from './useRecharges';

type Props = { id: string; onBack: () => void; onRefund: (r: Recharge) => void };

/** Page of an online recharge: the requested, the paid, the credited and the refunded amounts. */
export function RechargePage({ id, onBack, onRefund }: Props) {
  const t = useTranslations('recharge');
  const columns = useRechargeColumns();
  const permission = 'aty:recharge:refund';
  const seen = usePermission()({ permission });
  const refunds = useQuery({
    ...get(REFUNDS, { path: { orderId: id } }),
    enabled: seen,
    refetchInterval: ({ state }) => state.data?.some((r) => r.status === RUNNING) && PAYMENT_POLL.every,
  });
  const running = refunds.data?.some((r) => r.status === RUNNING);
  const one = useQuery({
    ...get(RECHARGE, { path: { orderId: id } }),
    refetchInterval: ({ state }) => (running || state.data?.status === WAITING) && PAYMENT_POLL.every,
  });
  const all = refunds.data ?? [];
  return (
    <DetailPage
      words="recharge"
      columns={columns}
      query={one}
      title={(r) => t('of', { name: r.userName })}
      actions={(r) => (
        <>
          {paid(r) && (
            <PrintButton label={t('receipt')} name={`receipt-${r.orderId}`} sheet={() => <Receipt recharge={r} />} />
          )}
          {refundable(r) && (
            <ActionButton danger gate={{ permission }} onAct={() => onRefund(r)}>
              {t('refund')}
            </ActionButton>
          )}
        </>
      )}
      back={{ label: t('title'), onClick: onBack }}
    >
      {one.data?.message && <Alert type="warning" showIcon title={one.data.message} />}
      {seen && (
        <Panel title={t('refunds')}>
          <ErrorAlert error={refunds.error} onRetry={refunds.refetch} />
          {all.length > 0 ? <Refunds all={all} /> : <p>{refunds.isPending ? '\u00a0' : t('noRefunds')}</p>}
        </Panel>
      )}
    </DetailPage>
  );
}

/** Shows completed and pending refunds. */
function Refunds({ all }: { all: Refund[] }) {
  const t = useTranslations('recharge');
  const f = useFormat();
  const columns: TableColumn<Refund>[] = [
    { key: 'createTime', title: t('createTime'), render: (r) => <Time value={r.createTime} /> },
    { key: 'amount', title: f.inCredits(t('refundAmount')), align: 'end', render: (r) => f.credit(r.amount) },
    {
      key: 'payAmount',
      title: t('back'),
      align: 'end',
      from: 'sm',
      render: (r) => t('money', { n: f.credit(r.payAmount), currency: r.currency }),
    },
    {
      key: 'status',
      title: t('status'),
      render: (r) => (
        <>
          <DictTag code="topup_refund" value={String(r.status)} /> {r.reason && <small>{r.reason}</small>}
        </>
      ),
    },
    { key: 'remark', title: t('reason'), from: 'md', render: (r) => r.remark || '–' },
    { key: 'operator', title: t('operator'), from: 'md', render: (r) => r.operator || '–' },
    { key: 'finishTime', title: t('finishTime'), from: 'lg', render: (r) => <Time value={r.finishTime} /> },
  ];
  return (
    <ScrollBox label={t('refunds')}>
      <Table<Refund> columns={columns} dataSource={all} rowKey={(r) => r.refundId} />
    </ScrollBox>
  );
}
