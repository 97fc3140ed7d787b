import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Alert, Button, Spin } from 'antd';
import { useTranslations } from 'next-intl';
import { usePermission } from '@/kit/access/Can';
import { TOP_UP_ACCESS } from '@/kit/access/topUp';
import { MoneySummary, useBalanceLines } from '@/kit/pay/MoneySummary';
import type { Data } from '@/lib/api/types';
import { useFormat } from '@/lib/format';
import { tellable } from '@/lib/input/pasted';
import { simple } from '@/lib/input/plain';
import { errorText } from '@/lib/notifier';
import { useOverlay } from '@/lib/overlay';
import { estimateOf } from './estimate';
import { useOrderKind, useOrderTexts } from './kind';
import css from './ordering.module.css';
import type { OrderRequest } from './useTopUpOffer';

export type Estimate = Data<'post', '/gc/groupsendorder/estimate'>;

/** Returns the estimate of an order, fetched as soon as the form is complete. */
export function useEstimate(wish: OrderRequest | undefined) {
  const kind = useOrderKind();
  return useQuery({ ...estimateOf(kind, wish), enabled: wish !== undefined, placeholderData: keepPreviousData });
}

/** Returns the shortage of an estimate; missing stock comes before missing credit. */
export function shortageOf(e: Estimate): 'stock' | 'credit' | undefined {
  if (e.stock !== null && e.stock !== undefined && e.stock < e.targets) return 'stock';
  return e.enough && e.cost <= e.balance ? undefined : 'credit';
}

type Props = {
  estimate: UseQueryResult<Estimate>;
  ready: boolean;
  /** Name of the country that is sent to. */
  country: string;
  /** Text that names what is missing for an estimate. */
  hint: string;
  /** The payer is not the user who orders. */
  other?: boolean;
  /** Puts simpler characters in the place of those that make the texts longer. */
  onSimplify?: () => void;
  /** When it is to start, in milliseconds; unset: at once. */
  starts?: number;
  /** Further lines of the kind. */
  more?: (known: Estimate | undefined) => { label: string; value: string; warn?: boolean }[];
};

export function EstimateCard({ estimate, ready, country, hint, other, onSimplify, more, starts }: Props) {
  const t = useTranslations('order');
  const own = useOrderTexts();
  const f = useFormat();
  const told = (c: string) => {
    const it = tellable(c);
    return 'shown' in it ? it.shown : t('unseen.of', { name: t(`unseen.${it.name}` as 'unseen.other'), code: it.code });
  };
  const known = ready && !estimate.isError ? estimate.data : undefined;
  // Estimated by the server when it answered: a small order is over at once.
  const soon =
    known?.finishTime !== undefined &&
    !known.window &&
    Date.parse(known.finishTime) - Math.max(estimate.dataUpdatedAt, starts ?? 0) < 60_000;
  const lines = [
    { label: own('total'), value: f.count(known?.targets) },
    { label: own('price'), value: f.credits(known?.price) },
    ...(more?.(known) ?? []),
    ...(known?.parts && known.encoding
      ? [
          {
            label: t('parts'),
            value: t('partsOf', {
              parts: f.count(known.parts),
              n: f.count(known.characters),
            }),
          },
        ]
      : []),
    ...(known?.forced ? [{ label: t('forced'), value: [...known.forced].map(told).join(' '), warn: true }] : []),
    ...useBalanceLines(known?.balance, known && -known.cost),
    {
      label: t(known?.window ? 'finishLatest' : 'finishTime'),
      value: soon ? t('finishSoon') : f.minute(known?.finishTime),
    },
    ...(known?.refused ?? []).map((r) => ({ label: r.reason, value: f.count(r.count), warn: true })),
  ];
  return (
    <Spin spinning={estimate.isFetching} delay={400}>
      <MoneySummary
        label={t('estimate')}
        title={t('estimatedCost')}
        amount={f.credits(known?.cost)}
        lines={lines}
        testId="estimated-cost"
      >
        {known?.forced && onSimplify && simple(known.forced) !== known.forced && (
          <Button size="small" onClick={onSimplify}>
            {t('simplify')}
          </Button>
        )}
        {known?.uneven && <p className={css.hint}>{t('partsUneven')}</p>}
        <Hint estimate={estimate} known={known} ready={ready} country={country} hint={hint} other={other} />
      </MoneySummary>
    </Spin>
  );
}

function Hint({ estimate, known, ready, country, hint, other }: Props & { known: Estimate | undefined }) {
  const t = useTranslations('order');
  const own = useOrderTexts();
  const f = useFormat();
  const may = usePermission();
  const open = useOverlay((s) => s.open);
  if (!ready) return <p className={css.hint}>{hint}</p>;
  if (estimate.isError) return <Alert type="warning" showIcon title={errorText(estimate.error)} />;
  const short = known && shortageOf(known);
  if (short === 'stock') {
    const facts = { country, left: f.count(known?.stock), targets: f.count(known?.targets) };
    return <Alert type="warning" showIcon title={own('shortStock', facts)} />;
  }
  if (known && short) {
    const missing = known.cost - known.balance;
    const more = !other && may(TOP_UP_ACCESS) && (
      <Button size="small" onClick={() => open('topUp', { credits: missing })}>
        {t('shortPay.ok')}
      </Button>
    );
    return (
      <Alert
        type="warning"
        showIcon
        title={t(other ? 'shortOther' : 'short', { missing: f.credits(missing) })}
        action={more}
      />
    );
  }
  return <p className={css.hint}>{own('reserveHint')}</p>;
}
