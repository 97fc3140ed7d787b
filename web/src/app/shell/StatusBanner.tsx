import { CloseOutlined, ExclamationCircleFilled } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { get } from '@/lib/api/query';
import type { Data } from '@/lib/api/types';
import { POLL } from '@/lib/constants';
import { ROUTE } from '@/lib/router/routes';
import { Link } from '@/ui/Link';
import css from './layout.module.css';

type Status = Data<'get', '/system/status'>;

/** What the banner tells: the newest incident that staff announce for now, else the services that do not work. */
function newsOf(status: Status | undefined) {
  const incident = status?.incidents?.find((i) => i.active);
  const down = (status?.services ?? []).filter((s) => s.state === 'disrupted');
  if (incident) return { key: incident.id, state: incident.state, title: incident.title, names: [] };
  return down.length > 0
    ? {
        key: down.map((s) => s.service).join(' '),
        state: 'disrupted' as const,
        title: '',
        names: down.map((s) => s.name),
      }
    : undefined;
}

/** Tells on every page that something is disrupted, and leads to the status page. It can be hidden until there is other news. */
export function StatusBanner() {
  const t = useTranslations('shell');
  const [hidden, setHidden] = useState('');
  const { data } = useQuery({
    ...get('/system/status'),
    refetchInterval: POLL.idle,
    staleTime: POLL.idle,
    retry: false,
  });
  const news = newsOf(data);
  if (!news || news.key === hidden) return null;
  return (
    <section className={css.status} data-state={news.state} aria-label={t('status.title')}>
      <ExclamationCircleFilled aria-hidden />
      <p role="status">
        {news.title || t('status.disrupted', { names: news.names.join(t('status.comma')) })}{' '}
        <Link to={ROUTE.status}>{t('status.more')}</Link>
      </p>
      <button type="button" aria-label={t('status.hide')} onClick={() => setHidden(news.key)}>
        <CloseOutlined aria-hidden />
      </button>
    </section>
  );
}
