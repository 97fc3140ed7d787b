import { Suspense } from 'react';
import { Skeleton } from '@/kit/ui/Skeleton';
import { pageFor } from './registry';

/** A module of the registry as a part of another feature's page: features never import each other. */
export function FeatureSlot({ uri }: { uri: string }) {
  const Module = pageFor(uri);
  return Module ? (
    <Suspense fallback={<Skeleton />}>
      <Module />
    </Suspense>
  ) : null;
}
