'use client';
import { useSearch } from '@/router/navigate';
import { Charges } from './Charges';

/** The prices of the user that the page shows (`?id=`); a part of a customer's or an agent's page. */
export default function CustomerPrices() {
  const owner = useSearch().params.get('id') ?? '';
  return <Charges owner={owner} prefix="c_charges_" />;
}
