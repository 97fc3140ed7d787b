/** Credit in hundredths: amounts are added as whole numbers, 0.1 + 0.2 is not 0.3. */
export const cents = (credit: number) => Math.round(credit * 100);

/** Returns the balance after `change`, which is negative for an outgoing amount; undefined while either is unknown. */
export function balanceAfter(balance: number | undefined, change: number | undefined): number | undefined {
  return balance === undefined || change === undefined ? undefined : (cents(balance) + cents(change)) / 100;
}

export type Wrong = 'least' | 'most' | 'above' | null;
export type AmountRule = {
  /** Whole credits alone; two decimals else. */
  whole: boolean;
  most: number;
  /** Available balance, for an outgoing amount. */
  holds?: number;
};

/** Returns the problem of an amount (business-domain §5); null while the field is empty. */
export function wrongWith(amount: number | null | undefined, { whole, most, holds }: AmountRule): Wrong {
  if (amount === undefined || amount === null) return null;
  if (amount < (whole ? 1 : 0.01)) return 'least';
  if (amount > most) return 'most';
  return holds !== undefined && cents(amount) > cents(holds) ? 'above' : null;
}
