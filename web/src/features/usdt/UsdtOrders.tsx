'use client';
import { useState } from 'react';
import { useView } from '@/kit/page/useView';
import { ResourcePage } from '@/kit/resource/ResourcePage';
import { HashModal } from './HashModal';
import { UsdtOrder } from './UsdtOrder';
import type { Order } from './usdt';
import { useUsdtOrders } from './useUsdtOrders';

/** The page of top-ups in USDT: the list, or one of them by `?id=`. */
export default function UsdtOrders() {
  const { id, href, back } = useView('u_');
  const [telling, setTelling] = useState<Order | null>(null);
  const resource = useUsdtOrders(href, setTelling);
  return (
    <>
      {id ? <UsdtOrder id={id} onBack={back} onHash={setTelling} /> : <ResourcePage resource={resource} />}
      <HashModal key={telling?.id} order={telling} onClose={() => setTelling(null)} />
    </>
  );
}
