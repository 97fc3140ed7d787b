import { expect, test } from 'vitest';
import { summaryOf } from '@/features/statement/summary';

const line = (n: number, amount: number, balance: number) => ({
  serialNumber: `0${n}`,
  createTime: `2026-01-0${n}T00:00:00.000Z`,
  amount,
  balance,
});

test('a statement on paper begins with the oldest line and knows both balances, to the hundredth', () => {
  const { lines, sums, opening, closing } = summaryOf({
    rows: [line(3, -0.1, 0.3), line(2, 0.2, 0.4), line(1, 0.1, 0.2)],
  });
  expect(lines.map((l) => l.serialNumber)).toEqual(['01', '02', '03']);
  expect(sums).toEqual({ in: 0.3, out: -0.1 });
  expect([opening, closing]).toEqual([0.1, 0.3]);
});

test('where a line between is missing, no balance is stated', () => {
  const { sums, opening, closing } = summaryOf({ rows: [line(3, -0.1, 0.3), line(1, 0.1, 0.2)] });
  expect(sums).toEqual({ in: 0.1, out: -0.1 });
  expect([opening, closing]).toEqual([undefined, undefined]);
});

test('a period without lines has no balances and no sums', () => {
  expect(summaryOf({ rows: [] })).toEqual({
    lines: [],
    sums: { in: 0, out: 0 },
    opening: undefined,
    closing: undefined,
  });
});
