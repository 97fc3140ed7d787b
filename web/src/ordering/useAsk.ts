import { useQueryClient } from '@tanstack/react-query';
import type { FormInstance } from 'antd';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { signalOf, until } from '@/kit/api/withdraw';
import { showErrors } from '@/kit/form/fieldErrors';
import { useFormat } from '@/kit/format';
import { useApp } from '@/kit/light/app';
import { shortOf } from './EstimateCard';
import { estimateOf } from './estimate';
import { useKind, useWords } from './kind';
import type { Wish } from './useShort';

const ASKED = {
  none: 'ask.create.text',
  credit: 'ask.create.short',
  other: 'ask.create.shortOther',
  stock: 'ask.create.shortStock',
} as const;

type Does<W> = { edits: boolean; place: (wish: W) => void; change: (wish: W) => void };

/** The question before an order is placed or changed: it waits for what exactly this order comes to, and without that nothing is asked. */
export function useAsk<V, W extends Wish>(form: FormInstance<V>, { edits, place, change }: Does<W>) {
  const t = useTranslations('order');
  const own = useWords();
  const kind = useKind();
  const f = useFormat();
  const { modal } = useApp();
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const asked = async (wish: W) => {
    const open = signalOf(form);
    const known = await until(open, queries.fetchQuery({ ...estimateOf(kind, wish), staleTime: 0 })).catch(
      (e: unknown) => showErrors(form, e),
    );
    if (!known || open.aborted) return; // of a form that was closed meanwhile nothing is asked
    if (edits)
      return modal.confirm({
        title: own('ask.edit.title'),
        content: own('ask.edit.text'),
        okText: t('saveOrder'),
        withdrawn: open,
        onOk: () => change({ ...wish, expectedCost: known.cost }),
      });
    const facts = {
      cost: f.credits(known.cost),
      country: f.country(wish.countryCode ?? ''),
      left: f.count(known.stock),
    };
    const short = shortOf(known) ?? 'none';
    await modal.confirm({
      title: own('ask.create.title', { n: f.count(known.targets), count: known.targets }),
      content: own(ASKED[short === 'credit' && wish.userId ? 'other' : short], facts),
      okText: t('submit'),
      withdrawn: open,
      onOk: () => place({ ...wish, expectedCost: known.cost }),
    });
  };
  const ask = async (wish: W) => {
    setAsking(true);
    await asked(wish).finally(() => setAsking(false));
  };
  return { ask, asking };
}
