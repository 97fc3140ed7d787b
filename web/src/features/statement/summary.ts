import type { AllRows } from '@/kit/print/allRows';

type Line = { amount: number; balance: number; serialNumber: string; createTime: string };

const cents = (v: number) => Math.round(v * 100);

/** The lines of a statement, the oldest first, and what they come to. The balances are known only where no line between them is missing. */
export function summaryOf<L extends Line>({ rows }: Pick<AllRows<L>, 'rows'>) {
  const lines = [...rows].sort(
    (a, b) => a.createTime.localeCompare(b.createTime) || a.serialNumber.localeCompare(b.serialNumber),
  );
  const sum = (of: (v: number) => number) => lines.reduce((s, l) => s + cents(of(l.amount)), 0) / 100;
  const chained = lines.every((l, i) => {
    const former = lines[i - 1];
    return !former || cents(former.balance) + cents(l.amount) === cents(l.balance);
  });
  const [first, last] = [lines[0], lines.at(-1)];
  return {
    lines,
    sums: { in: sum((v) => Math.max(0, v)), out: sum((v) => Math.min(0, v)) },
    opening: chained && first ? (cents(first.balance) - cents(first.amount)) / 100 : undefined,
    closing: chained ? last?.balance : undefined,
  };
}
