import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useFormat } from '@/lib/format';
import { useApp } from '@/lib/toasts';
import { balanceAfter } from './amount';
import css from './pay.module.css';

type Line = { key?: string; label: ReactNode; value: ReactNode; warn?: boolean };

type Props = {
  /** The accessible name. */
  label: string;
  /** The figure that counts, with its unit. */
  title: string;
  amount: string;
  lines: Line[];
  testId?: string;
  /** Notes below the amounts, such as missing credit or the next step. */
  children?: ReactNode;
};

/** Shows a cost or an income: the amount, its parts, and the balance before and after. */
export function MoneySummary({ label, title, amount, lines, testId, children }: Props) {
  return (
    <section className={css.summary} aria-label={label} aria-live="polite">
      <div className={css.title}>{title}</div>
      <div className={css.amount} data-testid={testId}>
        {amount}
      </div>
      <dl>
        {lines.map((l) => (
          <div key={l.key ?? String(l.label)} data-warn={l.warn}>
            <dt>{l.label}</dt>
            <dd>{l.value}</dd>
          </div>
        ))}
      </dl>
      {children}
    </section>
  );
}

/** Lines of a movement of credit: before, and after `change` (negative: it goes out). */
export function useBalanceLines(balance: number | undefined, change: number | undefined): Line[] {
  const t = useTranslations('money');
  const f = useFormat();
  const then = balanceAfter(balance, change);
  return [
    { label: t('before'), value: f.credits(balance) },
    { label: t('after'), value: f.credits(then), warn: (then ?? 0) < 0 },
  ];
}

/** Does it at once up to a limit, and asks once more above it. `shown` is the amount with its unit, `text` what will happen. The question goes with `withdrawn`. */
export function useAskAbove(limit: number, text?: string) {
  const t = useTranslations('money');
  const { modal } = useApp();
  return async (amount: number, shown: string, run: () => unknown, withdrawn?: AbortSignal) => {
    if (amount <= limit) return void run();
    const title = t('askTitle', { amount: shown });
    await modal.confirm({ title, content: text ?? t('askText'), withdrawn, onOk: () => void run() });
  };
}
