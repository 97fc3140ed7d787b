'use client';
import { UploadOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Can } from '@/kit/access/Can';
import { CopyField } from '@/kit/cell/CopyField';
import { Tone } from '@/kit/dict/Tone';
import { ErrorAlert } from '@/kit/page/ErrorAlert';
import { DescriptionList, Page, Panel } from '@/kit/page/Page';
import type { Resource } from '@/kit/resource/descriptor';
import { ResourcePage } from '@/kit/resource/ResourcePage';
import { get } from '@/lib/api/query';
import { useFormat } from '@/lib/format';
import { usePathOf } from '@/lib/router/usePathOf';
import { Link } from '@/ui/Link';
import { ImportAddresses } from './ImportAddresses';
import { ADDRESSES, PLATFORMS, STOCK } from './usdt';
import css from './usdt.module.css';

function useAddresses(): Resource<typeof ADDRESSES, 'usdt'> {
  const t = useTranslations('usdt');
  const orders = usePathOf('virtual/order');
  return {
    list: ADDRESSES,
    words: 'usdt',
    title: t('addresses'),
    empty: t('noAddresses'),
    columns: {
      address: { fixed: true, filter: 'text', cell: (a) => <CopyField text={a.address} /> },
      platform: {
        sort: true,
        from: 'sm',
        filter: { options: PLATFORMS.map((value) => ({ value, label: t(`names.${value}`) })), several: true },
        cell: (a) => t(`names.${a.platform}`),
      },
      state: { dict: 'usdt_address_state', sort: true, filter: true },
      freeTime: { as: 'time', from: 'md' },
      orderId: {
        from: 'lg',
        filter: 'text',
        titled: 'lastOrder',
        cell: (a) => (a.orderId && orders ? <Link to={`${orders}?id=${a.orderId}`}>{a.orderId}</Link> : '–'),
      },
      createTime: { as: 'time', sort: true, from: 'lg', titled: 'since' },
    },
    filters: ['platform', 'state', 'address', 'orderId'],
    changes: [STOCK],
  };
}

/** The pools of receiving addresses: how many each chain has left, every address with its state, and the import of more. */
export default function Addresses() {
  const t = useTranslations('usdt');
  const [importing, setImporting] = useState(false);
  const add = (
    <Can permission="virtual:address:add">
      <Button type="primary" icon={<UploadOutlined />} onClick={() => setImporting(true)}>
        {t('import')}
      </Button>
    </Can>
  );
  return (
    <Page title={t('addresses')} note={t('addressesNote')} actions={add}>
      <Stock />
      <ResourcePage resource={useAddresses()} bare />
      <ImportAddresses open={importing} onClose={() => setImporting(false)} />
    </Page>
  );
}

/** Shows the remaining addresses of each chain. */
function Stock() {
  const t = useTranslations('usdt');
  const f = useFormat();
  const { data, error, refetch } = useQuery({ ...get(STOCK), staleTime: 0 });
  return (
    <Panel title={t('stock')}>
      <ErrorAlert error={error} onRetry={refetch} />
      <DescriptionList
        items={PLATFORMS.map((name) => {
          const of = data?.find((s) => s.platform === name);
          return {
            label: t(`names.${name}`),
            value: (
              <span className={css.standing}>
                <b>{of ? t('freeOf', { free: f.count(of.free), total: f.count(of.total) }) : '–'}</b>
                {of && !of.open && <Tone tone="gray">{t('closed')}</Tone>}
                {of?.low && of.open && <Tone tone="red">{t('low', { n: of.mark })}</Tone>}
              </span>
            ),
          };
        })}
      />
    </Panel>
  );
}
