'use client';
import { useSession } from '@/lib/session';
import { PriceList } from './PriceList';

/** The price list by which the agent's customers pay; a part of the page of prices. */
export default function OwnPrices() {
  const own = useSession((s) => s.info?.userId ?? '');
  return <PriceList agentId={own} own />;
}
