import { Suspense, useState } from 'react';
import { lazyModule } from '@/lib/router/lazyModule';
import type { RefuseProps } from './RefuseModal';

const RefuseModal = lazyModule(() => import('./RefuseModal'), ['antd', 'order']);

/** The modal of a refusal; its form loads when it first opens. */
export function Refusal(props: RefuseProps) {
  const [asked, setAsked] = useState(false);
  if (props.open && !asked) setAsked(true);
  return (
    asked && (
      <Suspense>
        <RefuseModal {...props} />
      </Suspense>
    )
  );
}
