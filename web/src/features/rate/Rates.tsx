'use client';
import { Switch } from 'antd';
import { useLocale, useTranslations } from 'next-intl';
import { Time } from '@/kit/cell/cells';
import { Tone } from '@/kit/dict/Tone';
import { formOf } from '@/kit/form/formOf';
import { Page } from '@/kit/page/Page';
import { usePriceWords } from '@/kit/pay/PriceField';
import type { Resource } from '@/kit/resource/descriptor';
import { ResourcePage } from '@/kit/resource/ResourcePage';
import { request } from '@/lib/api/request';
import { History } from './History';
import { credit, MAX_RATE, RATE_CURRENCIES, RATE_LIST, type Rate, rateText, YUAN } from './rate';

const { Field, NumberField } = formOf<RateFormValues>();

type RateFormValues = { rate: number; pinned: boolean };

/** Page of exchange rates in yuan and credit, fetched or set by hand, and their history. */
export default function Rates() {
  const t = useTranslations('rate');
  return (
    <Page title={t('title')} note={t('note')}>
      <ResourcePage resource={useRates()} bare />
      <History />
    </Page>
  );
}

function useRates(): Resource<typeof RATE_LIST, 'rate', RateFormValues> {
  const t = useTranslations('rate');
  const locale = useLocale();
  const words = usePriceWords(8);
  return {
    list: RATE_LIST,
    words: 'rate',
    rowKey: 'code',
    settings: false,
    expected: RATE_CURRENCIES.length + 1,
    changes: ['/pay/rate/history', '/pay/rate/{code}'],
    columns: {
      code: { fixed: true, cell: (r) => <b>{r.code}</b> },
      rate: { number: true, cell: (r) => rateText(r.rate, locale) },
      'own.credit': { title: t('credit'), number: true, from: 'sm', cell: (r) => rateText(credit(r.rate), locale) },
      stale: { title: t('state'), cell: (r) => <State rate={r} /> },
      source: { from: 'md', cell: (r) => (r.source === 'staff' ? r.operator || t('staff') : r.source || '–') },
      time: { from: 'sm', cell: (r) => (r.rate === null || r.code === YUAN ? '–' : <Time value={r.time} />) },
    },
    form: {
      update: { permission: 'pay:rate:edit', label: t('set'), title: t('set'), shown: (r) => r.code !== YUAN },
      in: 'modal',
      values: ({ rate, pinned }) => ({ rate: rate ?? undefined, pinned }),
      send: (body, row) => request('put', '/pay/rate/{id}', { path: { id: row?.id || row?.code || '' }, body }),
      confirm: ({ rate }, row) => words.question(row?.rate, rate),
      fields: ({ row }) => (
        <>
          <NumberField
            name="rate"
            label={t('rateOf', { code: row?.code ?? '' })}
            required
            extra={t('rateNote')}
            min={0}
            max={MAX_RATE}
            decimals={8}
          />
          <Field name="pinned" label={t('pinned')} valuePropName="checked" extra={t('pinnedNote')}>
            <Switch />
          </Field>
        </>
      ),
    },
  };
}

/** Whether orders are made at it. */
function State({ rate: r }: { rate: Rate }) {
  const t = useTranslations('rate');
  if (r.code === YUAN) return <Tone tone="gray">{t('states.unit')}</Tone>;
  if (r.rate === null) return <Tone tone="red">{t('states.none')}</Tone>;
  if (r.stale) return <Tone tone="orange">{t('states.stale')}</Tone>;
  return r.pinned ? <Tone tone="blue">{t('states.pinned')}</Tone> : <Tone tone="green">{t('states.live')}</Tone>;
}
