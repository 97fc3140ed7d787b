import { expect, it } from 'vitest';
import { deliveryOf } from '@/kit/delivery';
import table from '../../pkg/campaign/order/testdata/delivery.json';

type Case = {
  name: string;
  counts: Record<string, number>;
  held: Record<string, number>;
  called: number;
  rate: number;
};

it.each(table as unknown as Case[])(
  'the delivery rate is that of the server: $name',
  ({ counts, held, called, rate }) => {
    expect(deliveryOf({ counts, heldByReason: held })).toMatchObject({ called, deliveryRate: rate });
  },
);
