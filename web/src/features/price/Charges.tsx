import { HistoryOutlined, ImportOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Can } from '@/kit/access/Can';
import { Country, DictTag } from '@/kit/cell/cells';
import { Tone } from '@/kit/dict/Tone';
import { formerPrice } from '@/kit/pay/former';
import { usePriceWords } from '@/kit/pay/PriceField';
import type { Resource } from '@/kit/resource/descriptor';
import { ResourcePage } from '@/kit/resource/ResourcePage';
import { request } from '@/lib/api/request';
import { History } from './History';
import { ImportPrices } from './ImportPrices';
import { PriceFields } from './PriceFields';
import { ANYWHERE, PRICE_LIST, PRICE_RELATED, type Price, type PriceFormValues, type Service } from './price';
import css from './price.module.css';
import Views from './Views';

const permission = 'aty:customerinfo:price';

/** The charge items of a customer or an agent, or the platform's own: service by country, each with its unit price. */
export function Charges({ owner, prefix, empty }: { owner: string; prefix: string; empty?: string }) {
  const t = useTranslations('price');
  const words = usePriceWords();
  const queries = useQueryClient();
  const [open, setOpen] = useState<'history' | 'import' | null>(null);
  const resource: Resource<typeof PRICE_LIST, 'price', PriceFormValues> = {
    list: PRICE_LIST,
    words: 'price',
    prefix,
    fixed: { userId: owner },
    empty: empty ?? t('empty'),
    changes: [...PRICE_RELATED],
    export: { path: '/aty/customerinfo/price/charge/export' },
    columns: {
      service: { dict: 'service', sort: true, fixed: true, filter: true, cell: (r) => <ServiceCell price={r} /> },
      countryCode: {
        sort: true,
        filter: 'country',
        from: 'sm',
        cell: (r) => <Where code={r.countryCode} />,
      },
      price: { as: 'credit', sort: true, title: t('price') },
      byStaff: {
        from: 'md',
        cell: (r) => <Tone tone={r.byStaff ? 'blue' : 'gray'}>{t(r.byStaff ? 'byHouse' : 'byAgent')}</Tone>,
      },
      updateTime: { as: 'time', from: 'sm' },
    },
    form: {
      add: { permission },
      update: { permission, title: t('edit') },
      in: 'modal',
      values: ({ service, countryCode, price }) => ({ service: service as Service, countryCode, price }),
      send: ({ service, countryCode, price }) => {
        const body = { userId: owner, service, countryCode, price };
        return request('post', '/aty/customerinfo/price/charge/save', { body });
      },
      fields: ({ row }) => <PriceFields owner={owner} row={row} />,
      confirm: async ({ service, countryCode, price }, row) =>
        words.question(
          row ? row.price : await queries.fetchQuery(formerPrice(PRICE_LIST, owner, service, countryCode)),
          price,
        ),
    },
    actions: [
      {
        key: 'del',
        danger: true,
        permission,
        confirm: () => ({ title: t('delTitle'), content: t('delText') }),
        call: ({ id }) => request('delete', '/aty/customerinfo/price/charge/del/{id}', { path: { id } }),
        done: t('deleted'),
      },
    ],
  };
  const close = () => setOpen(null);
  const actions = (
    <>
      <Button icon={<HistoryOutlined />} onClick={() => setOpen('history')}>
        {t('history')}
      </Button>
      <Can permission={permission}>
        <Button icon={<ImportOutlined />} onClick={() => setOpen('import')}>
          {t('import')}
        </Button>
      </Can>
    </>
  );
  return (
    <>
      <Views owner={owner} prefix={prefix} actions={actions}>
        <ResourcePage resource={resource} bare />
      </Views>
      <History owner={owner} prefix={prefix} open={open === 'history'} onClose={close} />
      <ImportPrices owner={owner} open={open === 'import'} onClose={close} />
    </>
  );
}

function Where({ code }: { code: string }) {
  const t = useTranslations('price');
  return code === ANYWHERE ? t('anywhere') : <Country code={code} />;
}

/** A phone has no space for a column of countries. */
function ServiceCell({ price }: { price: Price }) {
  return (
    <span className={css.service}>
      <DictTag code="service" value={price.service} />
      <small>
        <Where code={price.countryCode} />
      </small>
    </span>
  );
}
