import { Skeleton } from 'antd';
import { useTranslations } from 'next-intl';
import { EmptyState } from '@/kit/page/EmptyState';
import { Panel } from '@/kit/page/Page';
import { useFormat } from '@/lib/format';
import type { Overview } from './overview';
import css from './welcome.module.css';

const MAX_COUNTRIES = 6;

/** Shows the countries with the most messages: the count and the delivery rate. */
export function Countries({ overview }: { overview: Overview | undefined }) {
  const t = useTranslations('welcome');
  const f = useFormat();
  const all = (overview?.countries ?? []).toSorted((a, b) => b.sent - a.sent).slice(0, MAX_COUNTRIES);
  const most = all[0]?.sent ?? 0;
  return (
    <Panel title={t('countries')}>
      {!overview && <Skeleton active title={false} paragraph={{ rows: MAX_COUNTRIES }} />}
      {overview && all.length === 0 && <EmptyState description={t('noCountries')} />}
      <ul className={css.countries}>
        {all.map((c) => (
          <li key={c.countryCode}>
            <span>{f.country(c.countryCode)}</span>
            <small>{t('countrySent', { sent: f.count(c.sent), rate: f.percent(c.deliveryRate) })}</small>
            <span className={css.meter} aria-hidden="true">
              <i style={{ width: `${most > 0 ? (c.sent / most) * 100 : 0}%` }} />
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
