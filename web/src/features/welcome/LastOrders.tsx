import { useTranslations } from 'next-intl';
import { DictTag, Time } from '@/kit/cell/cells';
import { Panel } from '@/kit/page/Page';
import { usePathOf } from '@/lib/router/usePathOf';
import { Link } from '@/ui/Link';
import { useLastOrders } from './overview';
import { Rows } from './Rows';
import css from './welcome.module.css';

/** The five newest orders. */
export function LastOrders() {
  const t = useTranslations('welcome');
  const path = usePathOf('gc/order');
  const { allowed, list } = useLastOrders();
  if (!allowed || !path) return null;
  return (
    <Panel title={t('lastOrders')} extra={<Link to={path}>{t('all')}</Link>}>
      <Rows
        query={list}
        keyOf={(o) => o.id}
        empty={t('noneYet')}
        row={(o) => (
          <>
            <Link to={`${path}?id=${o.id}`} className={css.name}>
              {o.name || o.orderNo}
            </Link>
            <DictTag code="order_status" value={o.status} />
            <span className={css.recipients}>{t('recipients', { n: o.total })}</span>
            <Time value={o.createTime} />
          </>
        )}
      />
    </Panel>
  );
}
