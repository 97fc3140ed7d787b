import { useState } from 'react';
import { ResourcePage } from '@/kit/resource/ResourcePage';
import type { Order } from './order';
import { Refusal } from './Refusal';
import { useOrders } from './useOrders';

/** The orders in the caller's scope. */
export function OrderList() {
  const [refusing, setRefusing] = useState<Order[]>([]);
  return (
    <>
      <ResourcePage resource={useOrders(setRefusing)} bare />
      <Refusal orders={refusing} open={refusing.length > 0} onClose={() => setRefusing([])} />
    </>
  );
}
