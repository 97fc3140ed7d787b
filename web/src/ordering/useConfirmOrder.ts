import { useQueryClient } from '@tanstack/react-query';
import type { FormInstance } from 'antd';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { usePermission } from '@/kit/access/Can';
import { TOP_UP_ACCESS } from '@/kit/access/topUp';
import { showErrors } from '@/kit/form/fieldErrors';
import { limitOf } from '@/kit/useLimit';
import { signalOf, until } from '@/lib/api/withdraw';
import { useFormat } from '@/lib/format';
import { type Question, useApp } from '@/lib/toasts';
import { type Estimate, shortageOf } from './EstimateCard';
import { estimateOf } from './estimate';
import { useOrderKind, useOrderTexts } from './kind';
import type { OrderRequest } from './useTopUpOffer';

type OrderSubmission<W> = {
  edits: boolean;
  place: (wish: W) => void;
  change: (wish: W) => void;
  /** Keeps a draft of what cannot be placed yet; with credits, the missing ones, it leads to paying them. */
  keep: (wish: W, credits?: number) => void;
};

/** Returns the question for missing credit or stock: the shortage, and the choice of getting more or saving a draft. */
function useShortageQuestion<W extends OrderRequest>(keep: OrderSubmission<W>['keep']) {
  const t = useTranslations('order');
  const own = useOrderTexts();
  const f = useFormat();
  const may = usePermission();
  return (wish: W, known: Estimate, short: 'stock' | 'credit'): Question => {
    if (short === 'stock')
      return {
        title: t('ask.short.stockTitle'),
        content: own('ask.create.shortStock', {
          country: f.country(wish.countryCode ?? ''),
          left: f.count(known.stock),
        }),
        okText: t('saveDraft'),
        onOk: () => keep(wish),
      };
    const credits = known.cost - known.balance;
    const missing = f.credits(credits);
    const pays = !wish.userId && may(TOP_UP_ACCESS);
    return {
      title: t('ask.short.title'),
      content: t(`ask.short.${wish.userId ? 'other' : pays ? 'own' : 'later'}`, {
        cost: f.credits(known.cost),
        balance: f.credits(known.balance),
        missing,
      }),
      okText: pays ? t('shortPay.topUp', { missing }) : t('saveDraft'),
      onOk: () => keep(wish, pays ? credits : undefined),
    };
  };
}

/** Asks before an order is placed or changed. It waits for the exact estimate; without one it does not ask. */
export function useConfirmOrder<V, W extends OrderRequest>(
  form: FormInstance<V>,
  { edits, place, change, keep }: OrderSubmission<W>,
) {
  const t = useTranslations('order');
  const own = useOrderTexts();
  const kind = useOrderKind();
  const f = useFormat();
  const { modal } = useApp();
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const refused = useShortageQuestion(keep);
  const asked = async (wish: W) => {
    const open = signalOf(form);
    const known = await until(open, queries.fetchQuery({ ...estimateOf(kind, wish), staleTime: 0 })).catch(
      (e: unknown) => showErrors(form, e),
    );
    if (!known || open.aborted) return; // of a form that was closed meanwhile nothing is asked
    const priced = { ...wish, expectedCost: known.cost };
    if (edits)
      return modal.confirm({
        title: own('ask.edit.title'),
        content: own('ask.edit.text'),
        okText: t('saveOrder'),
        withdrawn: open,
        onOk: () => change(priced),
      });
    const short = shortageOf(known);
    if (short) return modal.confirm({ ...refused(priced, known, short), withdrawn: open });
    const percent = kind.recipients === 'email' ? await limitOf('email.refund.hard.percent') : 0;
    await modal.confirm({
      title: own('ask.create.title', { n: f.count(known.targets), count: known.targets }),
      content: own('ask.create.text', { cost: f.credits(known.cost), percent }),
      okText: t('submit'),
      withdrawn: open,
      onOk: () => place(priced),
    });
  };
  const ask = async (wish: W) => {
    setAsking(true);
    await asked(wish).finally(() => setAsking(false));
  };
  return { ask, asking };
}
