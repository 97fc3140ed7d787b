import { Component, type ErrorInfo, type ReactNode } from 'react';
import { reportCrash } from '@/lib/crash';
import { resetFailedChunks } from '@/lib/router/lazyModule';

type Props = { children: ReactNode; fallback: (error: unknown, reset: () => void) => ReactNode };

/** Keeps what went wrong in its place; `reset` tries again, also to load code that did not come. */
export class ErrorBoundary extends Component<Props, { failed: boolean; error: unknown }> {
  override state = { failed: false, error: undefined as unknown };

  static getDerivedStateFromError(error: unknown) {
    return { failed: true, error };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo) {
    reportCrash(error, info.componentStack);
  }

  reset = () => {
    resetFailedChunks();
    this.setState({ failed: false, error: undefined });
  };

  override render() {
    return this.state.failed ? this.props.fallback(this.state.error, this.reset) : this.props.children;
  }
}
