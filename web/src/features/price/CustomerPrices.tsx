'use client';
import { Charges } from './Charges';

/** The prices of a user; a part of a customer's or an agent's page. */
export default function CustomerPrices({ userId }: { userId: string }) {
  return <Charges owner={userId} prefix="c_charges_" />;
}
