import { useTranslations } from 'next-intl';
import { useRef } from 'react';
import { usePermission } from '@/kit/access/Can';
import { TOP_UP_ACCESS } from '@/kit/access/topUp';
import { apiData } from '@/lib/api/client';
import { CODE, isApiError } from '@/lib/api/error';
import { useApiMutation } from '@/lib/api/mutation';
import { request } from '@/lib/api/request';
import { useFormat } from '@/lib/format';
import { useOverlay } from '@/lib/overlay';
import { useSearch } from '@/lib/router/navigate';
import { useApp } from '@/lib/toasts';
import { endpoint, type OrderKind, useOrderKind, useOrderTexts } from './kind';

/** The common fields of an order request. */
export type OrderRequest = {
  userId?: string;
  name?: string;
  countryCode?: string;
  remark?: string;
  deadline?: string;
  /** Cost that was shown to the user. */
  expectedCost?: number;
};

/** Returns the queries that an order makes stale, placed from a form or a draft. */
export const placedChanges = (kind: OrderKind) =>
  [endpoint(kind, '/page'), endpoint(kind, '/draft/page'), '/pi/personal/info'] as const;

/** Returns the cost of an order at today's prices and the missing credits; empty when the cost is unknown. */
async function missingCredits(kind: OrderKind, body: OrderRequest): Promise<{ cost?: number; credits?: number }> {
  try {
    const { cost, balance } = await apiData('post', endpoint(kind, '/estimate'), { body: body as never });
    return { cost, credits: cost > balance ? cost - balance : undefined };
  } catch {
    return {};
  }
}

/** The address of a list of drafts, without a form over it. */
const DRAFTS = /^(?!.*[?&]create=).*[?&]view=drafts/;

/** The body that orders a draft. */
export type Commit = { id: string; expectedCost?: number };

/** The draft that the server kept because the balance was short; nothing for another refusal. */
export function storedDraftOf(e: unknown): string | undefined {
  if (!isApiError(e) || e.code !== CODE.shortBalance) return undefined;
  return (e.data as { draftId?: string } | null)?.draftId;
}

/** Leads to the missing amount of a draft, which is ordered for `cost` when the payment has arrived. */
export function usePayDraft() {
  const own = useOrderTexts();
  const kind = useOrderKind();
  const { message } = useApp();
  const open = useOverlay((s) => s.open);
  const { set } = useSearch();
  const path = useRef('');
  const commit = useApiMutation((body: Commit) => request('post', endpoint(kind, '/draft/commit'), { body }), {
    changes: placedChanges(kind),
    onDone: (made) => {
      message.success(own('created', { orderNo: made.orderNo }));
      // Who waited for it at the drafts is led to the order; who went on is left in peace.
      if (window.location.pathname === path.current && DRAFTS.test(window.location.search))
        set({ view: null, id: made.id });
    },
  });
  return (id: string, cost?: number, credits?: number) => {
    path.current = window.location.pathname;
    open('topUp', { credits, goOn: () => commit.mutate({ id, expectedCost: cost }) });
  };
}

/**
 * A draft that the balance does not cover: one click leads to the amount that is missing, and the draft is ordered when the payment
 * has arrived. It gives nothing for who cannot top up, or does not pay.
 */
export function useTopUpOffer() {
  const t = useTranslations('order');
  const f = useFormat();
  const may = usePermission();
  const kind = useOrderKind();
  const { modal } = useApp();
  const pay = usePayDraft();
  const offer = async (id: string, wish: OrderRequest) => {
    const { cost, credits } = await missingCredits(kind, wish);
    void modal.confirm({
      title: t('draftKept'),
      content: t('shortPay.text', { missing: f.credits(credits) }),
      okText: credits ? t('shortPay.topUp', { missing: f.credits(credits) }) : t('shortPay.ok'),
      cancelText: t('shortPay.later'),
      onOk: () => pay(id, cost, credits),
    });
  };
  // A caller who orders for another payer is not offered to top up.
  return (wish: OrderRequest) => (may(TOP_UP_ACCESS) && !wish.userId ? (id: string) => offer(id, wish) : undefined);
}
