import { useTranslations } from 'next-intl';
import { DictTag, Time } from '@/kit/cell/cells';
import { Panel } from '@/kit/page/Page';
import { usePathOf } from '@/lib/router/usePathOf';
import { Link } from '@/ui/Link';
import { useNewCustomers } from './overview';
import { Rows } from './Rows';
import css from './welcome.module.css';

/** Shows the newest customers; an agent sees only its own. */
export function Customers({ own = false }: { own?: boolean }) {
  const t = useTranslations('welcome');
  const path = usePathOf('aty/customer');
  const { allowed, list } = useNewCustomers();
  if (!allowed) return null;
  return (
    <Panel title={t(own ? 'yourCustomers' : 'newCustomers')} extra={path && <Link to={path}>{t('allCustomers')}</Link>}>
      <Rows
        query={list}
        keyOf={(c) => c.userId}
        empty={t('noCustomers')}
        row={(c) => (
          <>
            <span className={css.two}>
              {path ? (
                <Link to={`${path}?id=${c.userId}`} className={css.name}>
                  {c.name}
                </Link>
              ) : (
                <span className={css.name}>{c.name}</span>
              )}
              <small>
                <Time value={c.createTime} />
              </small>
            </span>
            <DictTag code="user_status" value={c.status} />
          </>
        )}
      />
    </Panel>
  );
}
