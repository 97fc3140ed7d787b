'use client';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { CopyField } from '@/kit/cell/CopyField';
import { PageModal } from '@/kit/modal/PageModal';
import { EmptyState } from '@/kit/page/EmptyState';
import { Panel } from '@/kit/page/Page';
import RealQr from '@/kit/pay/RealQr';
import { get } from '@/lib/api/query';
import { useFormat } from '@/lib/format';
import { daysBack, LeadFunnel } from '@/ordering/LeadFunnel';
import css from './promotion.module.css';

const NONE_YET = { visitors: 0, leads: 0, qualified: 0, customers: 0 };

/** What a promoter brought and got, and its addresses to hand out: a part of the first page. */
export default function PromoterHome() {
  const t = useTranslations('promotion');
  const f = useFormat();
  const funnel = useQuery(get('/channel/own/funnel', { query: { dayStart: daysBack('30') } }));
  const earning = useQuery(get('/channel/own/earning'));
  const figures = [
    { key: 'customers', text: f.count(earning.data?.customers ?? null) },
    { key: 'recharged', text: f.credits(earning.data?.recharged ?? null) },
    { key: 'rebates', text: f.credits(earning.data?.rebates ?? null) },
  ] as const;
  return (
    <>
      <Panel title={t('brought')}>
        <LeadFunnel counts={funnel.data?.total ?? NONE_YET} />
        <dl className={css.figures}>
          {figures.map(({ key, text }) => (
            <div key={key}>
              <dt>{t(key)}</dt>
              <dd data-testid={`promotion-${key}`}>{text}</dd>
            </div>
          ))}
        </dl>
        <p className={css.note}>{t('earnNote')}</p>
      </Panel>
      <OwnLinks />
    </>
  );
}

function OwnLinks() {
  const t = useTranslations('promotion');
  const [code, setCode] = useState<string | null>(null);
  const { data } = useQuery(get('/channel/own/channel/page', { query: { size: 20 } }));
  return (
    <Panel title={t('links')}>
      <ul className={css.links}>
        {data?.total === 0 && (
          <li>
            <EmptyState className={css.none} description={t('noLinks')} />
          </li>
        )}
        {(data?.records ?? []).map((c) => (
          <li key={c.id}>
            <b>{c.name}</b>
            {[c.url, c.linkUrl].filter(Boolean).map((url) => (
              <span key={url}>
                <CopyField text={url} />
                <Button size="small" onClick={() => setCode(url)}>
                  {t('qr')}
                </Button>
              </span>
            ))}
          </li>
        ))}
      </ul>
      <PageModal open={code !== null} title={t('qr')} footer={null} onCancel={() => setCode(null)} width={340}>
        {code && (
          <div className={css.qr}>
            <RealQr text={code} size={240} />
          </div>
        )}
      </PageModal>
    </Panel>
  );
}
