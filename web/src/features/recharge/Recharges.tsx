'use client';
import { useState } from 'react';
import { useView } from '@/kit/page/useView';
import { ResourcePage } from '@/kit/resource/ResourcePage';
import { RechargePage } from './RechargePage';
import { RefundModal } from './RefundModal';
import type { Recharge } from './recharge';
import { useRecharges } from './useRecharges';

/** The page of online recharges: the list, or one of them by `?id=`. */
export default function Recharges() {
  const { id, href, back } = useView('r_');
  const [returning, setReturning] = useState<Recharge | null>(null);
  const resource = useRecharges(href, setReturning);
  return (
    <>
      {id ? <RechargePage id={id} onBack={back} onRefund={setReturning} /> : <ResourcePage resource={resource} />}
      <RefundModal recharge={returning} onClose={() => setReturning(null)} />
    </>
  );
}
