import { type Messages, useTranslations } from 'next-intl';
import type { AccessRule } from '@/kit/access/Can';
import type { ApiRequest } from '@/lib/api/request';
import type { RowAction } from './descriptor';
import type { Noun } from './schema';

type SwitchTexts = `${'disable' | 'enable'}${'' | 'Title' | 'Text'}` | 'disabledDone' | 'enabledDone';
/** Features whose messages have a pair of words for it. */
type Switching = { [N in Noun]: SwitchTexts extends keyof Messages[N] ? N : never }[Noun];

type SwitchedRow<R> = AccessRule & {
  name: (row: R) => string;
  off: (row: R) => boolean;
  /** The call that switches it off, or on. */
  call: (row: R, off: boolean) => ApiRequest;
};

/** The two actions of rows that are switched off and on, each with its question, by the messages `disable…` and `enable…`. */
export function useSwitching<R, N extends Switching>(
  noun: N,
  { name, off, call, ...gate }: SwitchedRow<R>,
): RowAction<R, N>[] {
  const t = useTranslations(noun) as unknown as (key: SwitchTexts, values?: { name: string }) => string;
  const action = (what: 'disable' | 'enable', to: boolean) => ({
    ...gate,
    key: what,
    label: t(what),
    danger: to,
    shown: (row: R) => off(row) !== to,
    confirm: (row: R) => ({ title: t(`${what}Title`, { name: name(row) }), content: t(`${what}Text`) }),
    call: (row: R) => call(row, to),
    done: t(`${what}dDone`),
    undo: (row: R) => call(row, !to),
  });
  return [action('disable', true), action('enable', false)];
}
