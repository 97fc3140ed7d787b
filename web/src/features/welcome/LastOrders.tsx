import { Alert, Button, Skeleton } from 'antd';
import { useTranslations } from 'next-intl';
import { DictTag, Time } from '@/kit/cell/cells';
import { textOf } from '@/kit/feedback';
import { Panel } from '@/kit/page/Page';
import { Link } from '@/router/Link';
import { usePathOf } from '@/router/usePathOf';
import { useLastOrders } from './overview';
import css from './welcome.module.css';

/** The five newest orders. */
export function LastOrders() {
  const t = useTranslations('welcome');
  const path = usePathOf('gc/order');
  const { allowed, list } = useLastOrders();
  if (!allowed || !path) return null;
  const rows = list.data?.records ?? [];
  return (
    <Panel title={t('lastOrders')} extra={<Link to={path}>{t('all')}</Link>}>
      {list.isPending && <Skeleton active title={false} paragraph={{ rows: 5 }} />}
      {list.error && (
        <Alert
          type="warning"
          showIcon
          title={textOf(list.error)}
          action={<Button onClick={() => list.refetch()}>{t('retry')}</Button>}
        />
      )}
      <ul className={css.orders}>
        {rows.map((o) => (
          <li key={o.id}>
            <Link to={`${path}?id=${o.id}`} className={css.name}>
              {o.name || o.orderNo}
            </Link>
            <DictTag code="order_status" value={o.status} />
            <span className={css.recipients}>{t('recipients', { n: o.total })}</span>
            <Time value={o.createTime} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}
