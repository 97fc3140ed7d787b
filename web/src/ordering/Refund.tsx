import { Suspense, useState } from 'react';
import { lazyModule } from '@/lib/router/lazyModule';
import type { RefundProps } from './RefundModal';

const RefundModal = lazyModule(() => import('./RefundModal'), ['antd', 'money', 'order']);

/** The modal of a refund; its form loads when it first opens. */
export function Refund(props: RefundProps) {
  const [asked, setAsked] = useState(false);
  if (props.open && !asked) setAsked(true);
  return (
    asked && (
      <Suspense>
        <RefundModal {...props} />
      </Suspense>
    )
  );
}
