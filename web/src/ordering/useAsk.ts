import { useQueryClient } from '@tanstack/react-query';
import type { FormInstance } from 'antd';
import { useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
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
  const turn = useRef(0);
  /** Of a form that was closed meanwhile nothing is asked. */
  const drop = () => {
    turn.current++;
    setAsking(false);
  };
  const ask = async (wish: W) => {
    turn.current++;
    const mine = turn.current;
    setAsking(true);
    const known = await queries
      .fetchQuery({ ...estimateOf(kind, wish), staleTime: 0 })
      .catch((e: unknown) => mine === turn.current && showErrors(form, e));
    if (mine !== turn.current) return;
    if (!known) return setAsking(false);
    if (edits) {
      await modal.confirm({
        title: own('ask.edit.title'),
        content: own('ask.edit.text'),
        okText: t('saveOrder'),
        onOk: () => change({ ...wish, expectedCost: known.cost }),
      });
      return drop();
    }
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
      onOk: () => place({ ...wish, expectedCost: known.cost }),
    });
    drop();
  };
  return { ask, asking, drop };
}
