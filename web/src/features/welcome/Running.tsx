import { useTranslations } from 'next-intl';
import { DictTag } from '@/kit/cell/cells';
import { Panel } from '@/kit/page/Page';
import { useFormat } from '@/lib/format';
import { usePathOf } from '@/lib/router/usePathOf';
import { BULK } from '@/ordering/kind';
import { processedCount } from '@/ordering/order';
import { Link } from '@/ui/Link';
import { useRunning } from './overview';
import { Rows } from './Rows';
import css from './welcome.module.css';

/** Orders that wait for their start, send or are paused, with their progress as it changes. Without any there is nothing. */
export function Running() {
  const t = useTranslations('welcome');
  const f = useFormat();
  const path = usePathOf('gc/order');
  const { allowed, list } = useRunning();
  if (!allowed || !path || (list.data?.records ?? []).length === 0) return null;
  return (
    <Panel title={t('runningNow')} extra={<Link to={`${path}?status=2,3,4`}>{t('allRunning')}</Link>}>
      <Rows
        query={list}
        keyOf={(o) => o.id}
        empty={t('noneYet')}
        shrinks
        row={(o) => {
          const done = processedCount(o, BULK);
          const share = o.total > 0 ? done / o.total : 0;
          return (
            <>
              <span className={css.two}>
                <Link to={`${path}?id=${o.id}`} className={css.name}>
                  {o.name || o.orderNo}
                </Link>
                <small>{o.customerName}</small>
              </span>
              <DictTag code="order_status" value={o.status} />
              <span
                className={css.meter}
                role="progressbar"
                aria-label={t('processed')}
                aria-valuemin={0}
                aria-valuemax={o.total}
                aria-valuenow={done}
              >
                <i style={{ width: `${share * 100}%` }} />
              </span>
              <span className={css.recipients}>{`${f.count(done)} / ${f.count(o.total)}`}</span>
            </>
          );
        }}
      />
    </Panel>
  );
}
