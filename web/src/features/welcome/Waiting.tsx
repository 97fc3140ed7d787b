import { useTranslations } from 'next-intl';
import { Age } from '@/kit/cell/Age';
import { Panel } from '@/kit/page/Page';
import { useFormat } from '@/lib/format';
import { usePathOf } from '@/lib/router/usePathOf';
import { Link } from '@/ui/Link';
import { useWaiting } from './overview';
import { Rows } from './Rows';
import css from './welcome.module.css';

/** Orders that wait for a review; a press leads to the order. */
export function Waiting() {
  const t = useTranslations('welcome');
  const f = useFormat();
  const path = usePathOf('gc/order');
  const { allowed, list } = useWaiting();
  if (!allowed || !path) return null;
  return (
    <Panel title={t('waiting')} extra={<Link to={`${path}?status=1&sort=createTime`}>{t('all')}</Link>}>
      <Rows
        query={list}
        keyOf={(o) => o.id}
        empty={t('nothingWaits')}
        row={(o) => (
          <>
            <span className={css.two}>
              <Link to={`${path}?id=${o.id}`} className={css.name}>
                {o.name || o.orderNo}
              </Link>
              <small>{o.customerName}</small>
            </span>
            <span className={css.recipients}>{t('recipients', { n: o.total })}</span>
            <span className={css.recipients}>{f.credits(o.estimatedCost)}</span>
            <Age since={o.createTime} />
          </>
        )}
      />
    </Panel>
  );
}
