import { Skeleton } from 'antd';
import { lazy, Suspense } from 'react';

const Clean = lazy(() => import('./Clean'));

/** HTML that somebody wrote. The server has cleaned it; it is cleaned here again before it is shown. */
export function Html({ html }: { html: string | null | undefined }) {
  if (!html) return null;
  return (
    <Suspense fallback={<Skeleton active title={false} />}>
      <Clean html={html} />
    </Suspense>
  );
}
