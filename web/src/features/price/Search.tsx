'use client';
import { useQuery } from '@tanstack/react-query';
import { Form } from 'antd';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { CountrySelect, DictSelect } from '@/kit/input/selects';
import { ErrorAlert } from '@/kit/page/ErrorAlert';
import { Page, Panel } from '@/kit/page/Page';
import { MoneySummary } from '@/kit/pay/MoneySummary';
import { isApiError } from '@/lib/api/error';
import { get } from '@/lib/api/query';
import { useFormat } from '@/lib/format';
import type { Service } from './price';
import css from './price.module.css';

const THOUSAND = 1000;

/** Search for the caller's unit price of a service in a country. */
export default function Search() {
  const t = useTranslations('price');
  const f = useFormat();
  const [service, setService] = useState<Service>('bulk.whatsapp');
  const [countryCode, setCountry] = useState<string>();
  const found = useQuery({
    ...get('/aty/customerinfo/price/query', { query: { service, countryCode: countryCode ?? '' } }),
    enabled: countryCode !== undefined,
    retry: false,
    meta: { quiet: true },
  });
  const none = isApiError(found.error) && found.error.status === 404;
  const price = found.data?.price;
  return (
    <Page title={t('search')} note={t('searchNote')}>
      <Panel>
        <Form layout="vertical" className={css.search}>
          <Form.Item label={t('service')} htmlFor="price-service">
            <DictSelect id="price-service" code="service" value={service} onChange={(v) => setService(v as Service)} />
          </Form.Item>
          <Form.Item label={t('countryCode')} htmlFor="price-country">
            <CountrySelect id="price-country" value={countryCode} onChange={(v) => setCountry(String(v))} />
          </Form.Item>
        </Form>
        {found.error && !none && <ErrorAlert error={found.error} onRetry={found.refetch} />}
        <MoneySummary
          label={t('price')}
          title={countryCode ? t('unitIn', { country: f.country(countryCode) }) : t('chooseCountry')}
          amount={none ? t('noPrice') : f.credits(price)}
          testId="unit-price"
          lines={[
            {
              label: t('perThousand'),
              value: f.credits(price === undefined ? undefined : (Math.round(price * 100) * THOUSAND) / 100),
            },
          ]}
        />
      </Panel>
    </Page>
  );
}
