import type { ReactNode } from 'react';
import { ErrorBoundary as Boundary } from 'react-error-boundary';
import { reportCrash } from '@/lib/crash';
import { resetFailedChunks } from '@/lib/router/lazyModule';

type Props = { children: ReactNode; fallback: (error: unknown, reset: () => void) => ReactNode };

/** Shows `fallback` in place of children that fail, and reports the crash. `reset` tries again, also to load code that did not come. */
export function ErrorBoundary({ children, fallback }: Props) {
  return (
    <Boundary
      onError={(error, { componentStack }) => reportCrash(error, componentStack)}
      onReset={resetFailedChunks}
      fallbackRender={({ error, resetErrorBoundary }) => fallback(error, resetErrorBoundary)}
    >
      {children}
    </Boundary>
  );
}
