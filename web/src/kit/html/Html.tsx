import { Skeleton } from 'antd';
import { Suspense } from 'react';
import { lazyModule } from '@/lib/router/lazyModule';

const Clean = lazyModule(() => import('./Clean'));

/** HTML that a user wrote. The server has cleaned it; the component cleans it again before showing it. */
export function Html({ html }: { html: string | null | undefined }) {
  if (!html) return null;
  return (
    <Suspense fallback={<Skeleton active title={false} />}>
      <Clean html={html} />
    </Suspense>
  );
}
