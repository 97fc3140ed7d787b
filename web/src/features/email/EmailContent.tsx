import { useQuery } from '@tanstack/react-query';
import { Button, Segmented } from 'antd';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { MailStage } from '@/kit/mail/MailStage';
import { PageModal } from '@/kit/modal/PageModal';
import { Panel } from '@/kit/page/Page';
import { get } from '@/lib/api/query';
import css from './email.module.css';
import { linksOf } from './links';
import type { EmailDetail } from './order';

/** The email of an order as it is sent, either of two where there are two, and where its links lead. */
export function EmailContent({ order }: { order: EmailDetail }) {
  const t = useTranslations('email');
  const ab = useTranslations('order.ab');
  const [variant, setVariant] = useState<'a' | 'b'>('a');
  const [large, setLarge] = useState(false);
  const query = useQuery({
    ...get('/edm/order/{id}/preview', { path: { id: order.id }, query: { variant } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const mail = query.data && { ...query.data, preheader: order.design?.preheader };
  const links = linksOf(query.data?.html ?? '');
  const stage = <MailStage mail={mail} error={query.error} onRetry={query.refetch} first="desktop" />;
  return (
    <Panel
      title={t('content')}
      extra={
        <Button size="small" onClick={() => setLarge(true)}>
          {t('enlarge')}
        </Button>
      }
    >
      {order.ab && (
        <Segmented
          block
          className={css.variants}
          aria-label={ab('title')}
          value={variant}
          options={(['a', 'b'] as const).map((value) => ({ value, label: ab(value) }))}
          onChange={setVariant}
        />
      )}
      <div className={css.mail}>{stage}</div>
      {links.length > 0 && (
        <section aria-label={t('links')}>
          <h3 className={css.sub}>{t('links')}</h3>
          <ul className={css.links}>
            {links.map((url) => (
              <li key={url}>{url}</li>
            ))}
          </ul>
        </section>
      )}
      <PageModal open={large} title={query.data?.subject} width={1000} footer={null} onCancel={() => setLarge(false)}>
        {large && <div className={css.large}>{stage}</div>}
      </PageModal>
    </Panel>
  );
}
