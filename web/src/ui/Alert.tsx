import { Suspense } from 'react';
import { type LazyModule, lazyModule } from '@/lib/router/lazyModule';

type Props = { className?: string; title: React.ReactNode; action?: React.ReactNode };

export const AntdAlert = lazyModule(() => import('./AntdAlert'), ['antd']) as LazyModule<Props>;

/** A warning. Its look comes when there is one; until then it says the same in plain words. */
export function Alert({ className, title, action }: Props) {
  const plain = (
    <div role="alert" className={className}>
      {title} {action}
    </div>
  );
  return (
    <Suspense fallback={plain}>
      <AntdAlert {...{ className, title, action }} />
    </Suspense>
  );
}
