import { Suspense, useState } from 'react';
import { lazyModule } from '@/lib/router/lazyModule';
import type { SettleProps } from './SettleModal';

const SettleModal = lazyModule(() => import('./SettleModal'), ['antd', 'buildgroup']);

/** The modal that settles a group in doubt; its form loads when it first opens. */
export function Settle(props: SettleProps) {
  const [asked, setAsked] = useState(false);
  if (props.open && !asked) setAsked(true);
  return (
    asked && (
      <Suspense>
        <SettleModal {...props} />
      </Suspense>
    )
  );
}
