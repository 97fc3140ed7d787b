'use client';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { Time } from '@/kit/cell/cells';
import { Panel } from '@/kit/page/Page';
import { get } from '@/lib/api/query';
import { dayAtEight, dayStart, useFormat } from '@/lib/format';
import { usePathOf } from '@/lib/router/usePathOf';
import { Link } from '@/ui/Link';
import { LEADS, nameOf } from './lead';
import css from './lead.module.css';

const SHOWN = 5;
const HOUR = 3_600_000;

/** The sales work of today as a part of the first page: leads that are due, new ones, and the conversions of the month. */
export default function SalesHome() {
  const t = useTranslations('lead');
  const f = useFormat();
  const path = usePathOf('channel/lead');
  const hour = new Date(Math.ceil(Date.now() / HOUR) * HOUR).toISOString(); // a stable key of the query
  const month = dayStart(`${dayAtEight().slice(0, 7)}-01`);
  const due = useQuery(get(LEADS, { query: { size: SHOWN, nextTimeEnd: hour } }));
  const fresh = useQuery(get(LEADS, { query: { size: 1, status: 'new' } }));
  const won = useQuery(get(LEADS, { query: { size: 1, status: 'converted', convertTimeStart: month } }));
  if (!path) return null;
  const figures = [
    { key: 'due', n: due.data?.total, to: path },
    { key: 'fresh', n: fresh.data?.total, to: `${path}?status=new` },
    { key: 'won', n: won.data?.total, to: `${path}?status=converted` },
  ] as const;
  return (
    <Panel title={t('home.title')} extra={<Link to={path}>{t('home.all')}</Link>}>
      <ul className={css.figures}>
        {figures.map(({ key, n, to }) => (
          <li key={key}>
            <b data-testid={`home-${key}`}>{f.count(n ?? null)}</b>
            <Link to={to}>{t(`home.${key}`)}</Link>
          </li>
        ))}
      </ul>
      <ul className={css.due} aria-label={t('home.due')}>
        {(due.data?.records ?? []).map((l) => (
          <li key={l.id}>
            <Link to={`${path}?id=${l.id}`}>{nameOf(l, t('erased'))}</Link>
            <Time value={l.nextTime} />
          </li>
        ))}
      </ul>
      {due.data?.total === 0 && <p>{t('home.nothing')}</p>}
    </Panel>
  );
}
