import { Skeleton } from 'antd';
import { type ComponentType, Suspense } from 'react';
import { moduleOf, type Slots } from './slots';

type Props<S extends keyof Slots> = { slot: S } & Slots[S];

/** Shows a part of another feature. Features never import each other. */
export function FeatureSlot<S extends keyof Slots>({ slot, ...props }: Props<S>) {
  const Module = moduleOf(slot) as ComponentType<object> | undefined;
  return Module ? (
    <Suspense fallback={<Skeleton active />}>
      <Module {...props} />
    </Suspense>
  ) : null;
}
