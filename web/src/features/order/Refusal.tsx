import { lazy, Suspense, useState } from 'react';
import type { RefuseProps } from './RefuseModal';

const RefuseModal = lazy(() => import('./RefuseModal'));

/** The modal of a refusal, whose form comes when it is first opened. */
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
