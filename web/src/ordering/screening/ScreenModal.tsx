import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Radio } from 'antd';
import { useTranslations } from 'next-intl';
import { usePermission } from '@/kit/access/Can';
import { TOP_UP_ACCESS } from '@/kit/access/topUp';
import { formOf } from '@/kit/form/formOf';
import { OverlayForm } from '@/kit/form/OverlayForm';
import { MoneySummary, useBalanceLines } from '@/kit/pay/MoneySummary';
import { CODE, isApiError } from '@/lib/api/error';
import { get } from '@/lib/api/query';
import { request } from '@/lib/api/request';
import type { Data } from '@/lib/api/types';
import { useFormat } from '@/lib/format';
import { errorText } from '@/lib/notifier';
import { useOverlay } from '@/lib/overlay';
import css from './screening.module.css';
import type { Screened } from './state';

const { Field } = formOf<ScreenValues>();

type Quote = Data<'get', '/aty/contactsgroup/{id}/screen'>;
type Body = { expectedCost?: number };
type ScreenValues = { kind: 'screen' | 'activetime' };

/** The calls of each kind of collections. */
const CALLS = {
  contact: {
    screen: (id: string, body: Body) => request('post', '/aty/contactsgroup/{id}/screen', { path: { id }, body }),
    activetime: (id: string, body: Body) =>
      request('post', '/aty/contactsgroup/{id}/activetime', { path: { id }, body }),
    changes: ['/aty/contactsgroup/page', '/aty/contactsgroup/{id}'],
  },
  risk: {
    screen: (id: string, body: Body) => request('post', '/aty/riskgroup/{id}/screen', { path: { id }, body }),
    activetime: (id: string, body: Body) => request('post', '/aty/riskgroup/{id}/activetime', { path: { id }, body }),
    changes: ['/aty/riskgroup/page', '/aty/riskgroup/{id}'],
  },
} as const;

type Props = { target: keyof typeof CALLS; collection: Screened | null; onClose: () => void };

/** Returns the current cost of a screening. */
function useQuote(target: Props['target'], collection: Screened | null) {
  const path = { id: collection?.id ?? '' };
  const asked = (kind: Props['target']) => ({
    enabled: target === kind && collection !== null,
    staleTime: 0,
    retry: false,
  });
  const contact = useQuery({ ...get('/aty/contactsgroup/{id}/screen', { path }), ...asked('contact') });
  const risk = useQuery({ ...get('/aty/riskgroup/{id}/screen', { path }), ...asked('risk') });
  return target === 'risk' ? risk : contact;
}

/** Explains a screening and its possible cost before it starts. */
export function ScreenModal({ target, collection, onClose }: Props) {
  const t = useTranslations('screening');
  const id = collection?.id ?? '';
  const calls = CALLS[target];
  const quote = useQuote(target, collection);
  const body = { expectedCost: quote.data?.cost };
  return (
    <OverlayForm<ScreenValues>
      in="modal"
      open={collection !== null}
      title={t('title', { name: collection?.name ?? '' })}
      submit={t('start')}
      initial={{ kind: 'screen' }}
      send={({ kind }) => calls[kind](id, body)}
      changes={calls.changes}
      done={t('started')}
      filling={!quote.data}
      onClose={onClose}
      onFailed={(e) => isApiError(e) && e.code === CODE.costlier && quote.refetch()}
    >
      <Field name="kind" label={t('what')} required>
        <Radio.Group
          options={[
            { value: 'screen', label: t('whole') },
            { value: 'activetime', label: t('active') },
          ]}
        />
      </Field>
      {quote.isError ? <Alert type="warning" showIcon title={errorText(quote.error)} /> : <Cost quote={quote.data} />}
    </OverlayForm>
  );
}

function Cost({ quote }: { quote: Quote | undefined }) {
  const t = useTranslations('screening');
  const f = useFormat();
  const may = usePermission();
  const open = useOverlay((s) => s.open);
  const lines = [
    { label: t('members'), value: f.count(quote?.members) },
    { label: t('price'), value: f.credits(quote?.price) },
    { label: t('minimum'), value: f.count(quote?.minimum) },
    ...useBalanceLines(quote?.balance, quote && -quote.cost),
  ];
  const missing = quote && !quote.enough ? quote.cost - quote.balance : 0;
  const more = may(TOP_UP_ACCESS) && (
    <Button size="small" onClick={() => open('topUp', { credits: missing })}>
      {t('topUp')}
    </Button>
  );
  return (
    <MoneySummary label={t('cost')} title={t('cost')} amount={f.credits(quote?.cost)} lines={lines}>
      {missing > 0 ? (
        <Alert type="warning" showIcon title={t('short', { missing: f.credits(missing) })} action={more} />
      ) : (
        <p className={css.rule}>{t('hint')}</p>
      )}
    </MoneySummary>
  );
}
