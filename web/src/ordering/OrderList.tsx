import { useState } from 'react';
import { ResourcePage } from '@/kit/resource/ResourcePage';
import type { CommonRow } from './kind';
import { Refusal } from './Refusal';
import { useOrders } from './useOrders';

/** The orders of the page's kind in the caller's scope. */
export function OrderList() {
  const [refusing, setRefusing] = useState<CommonRow[]>([]);
  return (
    <>
      <ResourcePage resource={useOrders(setRefusing)} bare />
      <Refusal orders={refusing} open={refusing.length > 0} onClose={() => setRefusing([])} />
    </>
  );
}
