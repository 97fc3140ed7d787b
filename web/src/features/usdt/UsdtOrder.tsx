import { useQuery } from '@tanstack/react-query';
import { Button, Flex, Progress } from 'antd';
import { useTranslations } from 'next-intl';
import { Can } from '@/kit/access/Can';
import { ActionButton } from '@/kit/action/ActionButton';
import { CopyField } from '@/kit/cell/CopyField';
import { Time } from '@/kit/cell/cells';
import { DetailPage } from '@/kit/page/DetailPage';
import { Panel } from '@/kit/page/Page';
import { useApiMutation } from '@/lib/api/mutation';
import { get } from '@/lib/api/query';
import { request } from '@/lib/api/request';
import { PAYMENT_POLL } from '@/lib/constants';
import { useFormat } from '@/lib/format';
import { canEnd, checking, type Detail, type Order, takesHash, USDT_ORDER_LIST } from './usdt';
import css from './usdt.module.css';
import { useUsdtOrderColumns } from './useUsdtOrders';

const USDT_ORDER = '/virtual/currency/order/recharge/{id}';

type Props = { id: string; onBack: () => void; onHash: (o: Order) => void };

/** Page of an order: its properties, the confirmations of its transfer, and further transfers. */
export function UsdtOrder({ id, onBack, onHash }: Props) {
  const t = useTranslations('usdt');
  const columns = useUsdtOrderColumns();
  const one = useQuery({
    ...get(USDT_ORDER, { path: { id } }),
    refetchInterval: ({ state }) => (state.data && checking(state.data) ? PAYMENT_POLL.every : false),
  });
  const end = useApiMutation(
    () => request('delete', '/virtual/currency/order/recharge/expired/{id}', { path: { id } }),
    {
      changes: [USDT_ORDER, USDT_ORDER_LIST],
    },
  );
  const actions = (o: Order) => (
    <Can permission="virtual:order:submit" types={[1]}>
      <Flex gap={8} wrap>
        {canEnd(o) && (
          <ActionButton
            danger
            confirm={{ title: t('invalidateTitle', { name: o.customerName }), content: t('invalidateText') }}
            onAct={() => end.mutateAsync()}
          >
            {t('invalidate')}
          </ActionButton>
        )}
        {takesHash(o) && (
          <Button type="primary" onClick={() => onHash(o)}>
            {t('submit')}
          </Button>
        )}
      </Flex>
    </Can>
  );
  return (
    <DetailPage
      words="usdt"
      columns={columns}
      query={one}
      title={(o) => t('orderOf', { name: o.customerName })}
      actions={actions}
      back={{ label: t('title'), onClick: onBack }}
    >
      {one.data && <Depth order={one.data} />}
      {one.data && (one.data.further ?? []).length > 0 && <Further order={one.data} />}
    </DetailPage>
  );
}

/** Shows the confirmations of the transfer. */
function Depth({ order: o }: { order: Detail }) {
  const t = useTranslations('usdt');
  if (o.status !== 'confirming') return null;
  const label = t('of', { done: o.confirmations, n: o.required });
  return (
    <Panel title={t('confirmations')}>
      <p role="status">{label}</p>
      <Progress aria-label={label} percent={Math.round((100 * o.confirmations) / o.required)} showInfo={false} />
    </Panel>
  );
}

/** Transfers that came to the address after the first was credited. */
function Further({ order: o }: { order: Detail }) {
  const t = useTranslations('usdt');
  const f = useFormat();
  return (
    <Panel title={t('further')}>
      <ul className={css.further}>
        {(o.further ?? []).map((x) => (
          <li key={x.hash}>
            <b>{f.credits(x.creditAmount)}</b> <Time value={x.time} /> <CopyField text={x.hash} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}
