import { type ReactNode, Suspense, useEffect } from 'react';
import { showError } from '@/lib/notifier';
import { ErrorBoundary } from '@/ui/ErrorBoundary';

type Props = { waiting?: ReactNode; onFail: () => void; children: ReactNode };

/** An optional part of the shell. If its code fails to load, an error is shown, and the next opening tries again. */
export function LazyOverlay({ waiting, onFail, children }: Props) {
  return (
    <ErrorBoundary fallback={(error, reset) => <Failed error={error} reset={reset} onFail={onFail} />}>
      <Suspense fallback={waiting}>{children}</Suspense>
    </ErrorBoundary>
  );
}

function Failed({ error, reset, onFail }: { error: unknown; reset: () => void; onFail: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: said once for each failure
  useEffect(() => {
    showError(error);
    onFail();
    return reset;
  }, [error]);
  return null;
}
