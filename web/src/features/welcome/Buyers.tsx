import { useTranslations } from 'next-intl';
import { Time } from '@/kit/cell/cells';
import { Panel } from '@/kit/page/Page';
import { useFormat } from '@/lib/format';
import { usePathOf } from '@/lib/router/usePathOf';
import { Link } from '@/ui/Link';
import { useBuyers } from './overview';
import { MAX_ROWS, Rows } from './Rows';
import css from './welcome.module.css';

/** The customers that spent most recently, or inactive ones that spent most before. */
export function Buyers({ which }: { which: 'top' | 'silent' }) {
  const t = useTranslations('welcome');
  const f = useFormat();
  const path = usePathOf('aty/customer');
  const { allowed, list } = useBuyers();
  if (!allowed) return null;
  const all = list.data?.[which] ?? [];
  return (
    <Panel title={t(which === 'top' ? 'topCustomers' : 'silentCustomers')}>
      <Rows
        query={{ ...list, data: list.data && { records: all.slice(0, MAX_ROWS) } }}
        keyOf={(c) => c.userId}
        empty={t(which === 'top' ? 'noTop' : 'noSilent')}
        row={(c) => (
          <>
            <span className={css.two}>
              {path ? <Link to={`${path}?id=${c.userId}`}>{c.name}</Link> : <span>{c.name}</span>}
              <small>
                {t('lastOrder')} <Time value={c.lastOrderTime} />
              </small>
            </span>
            <span className={css.recipients}>{f.credits(c.cost)}</span>
          </>
        )}
      />
      {which === 'silent' && (list.data?.quiet ?? 0) > 0 && (
        <p className={css.none}>{t('quietNote', { n: list.data?.quiet ?? 0 })}</p>
      )}
    </Panel>
  );
}
