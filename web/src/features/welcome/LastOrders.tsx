import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Empty, Skeleton } from 'antd';
import { useTranslations } from 'next-intl';
import { useCan } from '@/auth/session';
import { get } from '@/kit/api/query';
import { StatusTag } from '@/kit/dict/StatusTag';
import { textOf } from '@/kit/feedback';
import { useFormat } from '@/kit/format';
import { Panel } from '@/kit/page/Page';
import { Link } from '@/router/Link';
import { usePathOf } from '@/router/usePathOf';
import css from './welcome.module.css';

/** The five newest orders. */
export function LastOrders() {
  const t = useTranslations('welcome');
  const f = useFormat();
  const path = usePathOf('gc/order');
  const can = useCan();
  const allowed = can('gc:groupsendorder:page');
  const list = useQuery({ ...get('/gc/groupsendorder/page', { query: { size: 5 } }), enabled: allowed });
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
      {list.isSuccess && rows.length === 0 && (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('noOrders')} />
      )}
      <ul className={css.orders}>
        {rows.map((o) => (
          <li key={o.id}>
            <Link to={`${path}?id=${o.id}`} className={css.name}>
              {o.name || o.orderNo}
            </Link>
            <StatusTag dict="order" value={o.status} />
            <span className={css.number}>{t('recipients', { n: o.total })}</span>
            <time dateTime={o.createTime}>{f.minute(o.createTime)}</time>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
