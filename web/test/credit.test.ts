import { describe, expect, it } from 'vitest';
import { byDay } from '@/features/agent/agent';
import { bodyOf, initialPassword, levelOf } from '@/features/customer/customer';
import { byType, correctable, type Line, signFits } from '@/features/flow/flow';
import { credit, points, rateText } from '@/features/rate/rate';
import { accountsOf, stateOf } from '@/features/reconcile/check';
import { balanceAfter, wrongWith } from '@/kit/pay/amount';

describe('an amount of credit', () => {
  it('is added in hundredths', () => {
    expect(balanceAfter(0.1, 0.2)).toBe(0.3);
    expect(balanceAfter(100, -0.01)).toBe(99.99);
    expect(balanceAfter(undefined, 1)).toBeUndefined();
    expect(balanceAfter(1, undefined)).toBeUndefined();
  });

  it.each([
    [null, true, undefined, null],
    [300, true, undefined, null],
    [0, true, undefined, 'least'],
    [10000000000, true, undefined, null],
    [10000000001, true, undefined, 'most'],
    [0.01, false, undefined, null],
    [0.0, false, undefined, 'least'],
    [100.0, false, 100, null],
    [100.01, false, 100, 'above'],
  ] as const)('%s, whole %s, of %s: %s', (amount, whole, holds, wrong) => {
    expect(wrongWith(amount, { whole, most: 10_000_000_000, holds })).toBe(wrong);
  });
});

describe('a customer', () => {
  it('gets the last six digits of its phone as initial password', () => {
    expect(initialPassword('11987650001')).toBe('650001');
  });

  it('has a level that is a whole number or a text', () => {
    expect([levelOf('3'), levelOf(' gold '), levelOf(''), levelOf(undefined)]).toEqual([
      3,
      'gold',
      undefined,
      undefined,
    ]);
  });

  it('is sent with what was emptied as nothing, and what the form lacks left out', () => {
    const body = bodyOf({ name: 'A', phone: '123456', maxThroughput: null, groupSendWeight: 7, parent: undefined });
    expect(JSON.parse(JSON.stringify(body))).toEqual({
      name: 'A',
      phone: '123456',
      maxThroughput: 0,
      groupSendWeight: 7,
    });
  });
});

describe('the account flow', () => {
  const line = (businessType: string, reverses?: string) => ({ businessType, reverses }) as Line;

  it('is corrected where a line stands for itself', () => {
    expect(correctable(line('gift'))).toBe(true);
    expect([correctable(line('pay')), correctable(line('refund')), correctable(line('gift', 'AF1'))]).toEqual([
      false,
      false,
      false,
    ]);
  });

  it('has amounts whose sign fits their type', () => {
    expect([signFits('withdrawal', -1), signFits('withdrawal', 1)]).toEqual([true, false]);
    expect([signFits('compensate', -1), signFits('discount', 1), signFits('compensate', 0)]).toEqual([
      true,
      true,
      false,
    ]);
    expect([signFits('gift', 1), signFits('gift', -1)]).toEqual([true, false]);
  });

  it('is summed up by type, the largest first', () => {
    const sums = [
      { businessType: 'gift', amount: 5, count: 1 },
      { businessType: 'pay', amount: -90, count: 2 },
      { businessType: 'rebate', amount: 0, count: 0 },
    ];
    expect(byType(sums, (type) => type.toUpperCase())).toEqual([
      { type: 'PAY', in: 0, out: 90 },
      { type: 'GIFT', in: 5, out: 0 },
    ]);
  });
});

describe('the check of the books', () => {
  it('tells what it came to', () => {
    expect(stateOf({ status: 'running', found: 0 }).key).toBe('running');
    expect(stateOf({ status: 'done', found: 0 })).toEqual({ key: 'balanced', tone: 'green' });
    expect(stateOf({ status: 'done', found: 2 })).toEqual({ key: 'differs', tone: 'red' });
  });

  it('lists the accounts of the platform by what they hold', () => {
    const platform = { 'platform:gift': -5, 'platform:cash-in': -900 };
    expect(accountsOf({ platform }).map(([name]) => name)).toEqual(['platform:cash-in', 'platform:gift']);
  });
});

describe('a rate', () => {
  it('is told as exactly as it is, and in credit', () => {
    expect([
      rateText(7.1023, 'en-US'),
      rateText(7, 'en-US'),
      rateText(0.00000001, 'en-US'),
      rateText(null, 'en-US'),
    ]).toEqual(['7.1023', '7.00', '0.00000001', '–']);
    expect([credit(7.1023), credit(null)]).toEqual([710.23, null]);
  });

  it('has a history of what counted, oldest first', () => {
    const told = [
      { rate: 7.2, createTime: 'c' },
      { rate: 99, held: 'jumped' as const, createTime: 'b' },
      { rate: 7.1, createTime: 'a' },
    ];
    expect(points(told, (time) => time)).toEqual([
      { time: 'a', rate: 7.1 },
      { time: 'c', rate: 7.2 },
    ]);
  });
});

describe("an agent's margin", () => {
  it('is summed up over the days of the month in hundredths', () => {
    const days = [
      { date: '2026-11-01', margin: 0.1 },
      { date: '2026-11-02', margin: 0.2 },
    ];
    expect(byDay(days).map((d) => [d.date, d.sum])).toEqual([
      ['11-01', 0.1],
      ['11-02', 0.3],
    ]);
    expect(byDay(null)).toEqual([]);
  });
});
