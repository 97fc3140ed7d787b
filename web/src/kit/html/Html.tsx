import { Skeleton } from 'antd';
import { Suspense } from 'react';
import { lazyModule } from '@/router/lazyModule';

const Clean = lazyModule(() => import('./Clean'));

/** HTML that somebody wrote. The server has cleaned it; it is cleaned here again before it is shown. */
export function Html({ html }: { html: string | null | undefined }) {
  if (!html) return null;
  return (
    <Suspense fallback={<Skeleton active title={false} />}>
      <Clean html={html} />
    </Suspense>
  );
}
