import { useState } from 'react';
import { ResourcePage } from '@/kit/resource/ResourcePage';
import type { CommonRow } from './kind';
import { Refusal } from './Refusal';
import { type OwnColumns, useOrders } from './useOrders';

/** The orders of the page's kind in the caller's scope. */
export function OrderList({ more }: { more?: OwnColumns }) {
  const [refusing, setRefusing] = useState<CommonRow[]>([]);
  return (
    <>
      <ResourcePage resource={useOrders(setRefusing, more)} bare />
      <Refusal orders={refusing} open={refusing.length > 0} onClose={() => setRefusing([])} />
    </>
  );
}
