import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Form } from 'antd';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Country } from '@/kit/cell/cells';
import { useCountries } from '@/kit/country';
import { formOf } from '@/kit/form/formOf';
import { DictSelect } from '@/kit/input/selects';
import { formerPrice } from '@/kit/pay/former';
import { PriceField, usePriceWords } from '@/kit/pay/PriceField';
import type { Resource } from '@/kit/resource/descriptor';
import { ResourcePage } from '@/kit/resource/ResourcePage';
import { FeatureSlot } from '@/kit/slots/FeatureSlot';
import { request } from '@/lib/api/request';
import type { BodyOf, RecordOf } from '@/lib/api/types';
import { useFormat } from '@/lib/format';
import { searching } from '@/lib/input/fold';
import { Select } from '@/ui/Select';
import { HISTORY, PriceHistory } from './PriceHistory';

const { Field } = formOf<AgentPriceValues>();

const AGENT_PRICE_LIST = '/proxy/service/price/page';
const MAX_PRICE = 10_000;
const ANYWHERE = '*';
const permission = 'proxy:price';
type AgentPriceValues = {
  service: BodyOf<'post', '/proxy/service/price'>['service'];
  countryCode: string;
  price: number;
};

/**
 * Shows the prices of an agent's customers, the agent's own prices, and its margin per unit, which is never negative.
 */
export function PriceList({ agentId, own }: { agentId: string; own: boolean }) {
  const t = useTranslations('agent');
  const f = useFormat();
  const words = usePriceWords();
  const queries = useQueryClient();
  const [telling, setTelling] = useState(false);
  const whose = own ? undefined : agentId;
  const resource: Resource<typeof AGENT_PRICE_LIST, 'agent', AgentPriceValues> = {
    list: AGENT_PRICE_LIST,
    words: 'agent',
    prefix: 'c_prices_',
    fixed: { userId: whose },
    empty: t(own ? 'noOwnPrices' : 'noPrices'),
    changes: ['/proxy/service/list', HISTORY],
    extra: <Button onClick={() => setTelling(true)}>{t('history')}</Button>,
    columns: {
      service: { dict: 'service', fixed: true, filter: true },
      countryCode: {
        filter: 'country',
        cell: (r) => (r.countryCode === ANYWHERE ? t('anywhere') : <Country code={r.countryCode} />),
      },
      ownPrice: { title: t(own ? 'youPay' : 'ownPrice'), as: 'credit', from: 'sm', cell: (r) => f.credit(r.ownPrice) },
      price: { title: t(own ? 'yoursPay' : 'price'), as: 'credit' },
      margin: { as: 'credit', from: 'sm' },
      updateTime: { as: 'time', from: 'lg' },
    },
    form: {
      add: { permission, label: t('setPrice') },
      update: { permission, title: t('setPrice') },
      in: 'modal',
      values: ({ service, countryCode, price }) => ({
        service: service as AgentPriceValues['service'],
        countryCode,
        price,
      }),
      send: ({ price, ...of }, row) =>
        row
          ? request('put', '/proxy/service/price', { body: { id: row.id, price } })
          : request('post', '/proxy/service/price', { body: { ...of, price, userId: agentId } }),
      fields: ({ row }) => <Fields userId={whose} row={row} />,
      confirm: async ({ service, countryCode, price }, row) =>
        words.question(
          row ? row.price : await queries.fetchQuery(formerPrice(AGENT_PRICE_LIST, whose, service, countryCode)),
          price,
        ),
    },
    actions: [
      {
        key: 'del',
        danger: true,
        permission,
        confirm: () => ({ title: t('delTitle'), content: t('delText') }),
        call: ({ id }) => request('delete', '/proxy/service/price/{id}', { path: { id } }),
        done: t('deleted'),
      },
    ],
  };
  return (
    <>
      <FeatureSlot slot="priceViews" owner={agentId} list prefix="c_prices_">
        <ResourcePage resource={resource} bare />
      </FeatureSlot>
      <PriceHistory agentId={whose} open={telling} onClose={() => setTelling(false)} />
    </>
  );
}

function Fields({ userId, row }: { userId: string | undefined; row?: RecordOf<typeof AGENT_PRICE_LIST> }) {
  const t = useTranslations('agent');
  const tt = useTranslations('table');
  const countries = useCountries();
  const off = row !== undefined;
  const former = useQuery({
    ...formerPrice(
      AGENT_PRICE_LIST,
      userId,
      Form.useWatch<string | undefined>('service'),
      Form.useWatch<string | undefined>('countryCode'),
    ),
  });
  return (
    <>
      <Field name="service" label={t('service')} required>
        <DictSelect code="service" disabled={off} />
      </Field>
      <Field name="countryCode" label={t('countryCode')} required>
        <Select
          disabled={off}
          loading={countries.loading}
          options={[{ value: ANYWHERE, label: t('anywhere'), search: t('anywhere') }, ...countries.options]}
          showSearch={searching}
        />
      </Field>
      <PriceField
        label={t(userId === undefined ? 'yoursPay' : 'price')}
        extra={t('priceNote')}
        unit={tt('unit')}
        min={0.01}
        max={MAX_PRICE}
        before={row ? row.price : former.data}
      />
    </>
  );
}
