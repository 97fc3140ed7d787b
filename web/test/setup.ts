import '@testing-library/jest-dom/vitest';
import './browser';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { forgetUnsaved } from '@/kit/form/unsaved';
import { useOverlay } from '@/lib/overlay';
import { queryClient } from '@/lib/query';
import { useNoticeQueue } from '@/lib/realtime/notices';
import { useUpdate } from '@/lib/router/chunk';
import { useSession } from '@/lib/session';
import { usePrefs } from '@/lib/theme/prefs';

configure({ asyncUtilTimeout: 20_000 });

// Vitest runs this before each file, and the modules are those of the file before: it gets them as they began.
function begin<S>(store: { setState: (state: S, replace: true) => void; getInitialState: () => S }) {
  store.setState(store.getInitialState(), true);
}
begin(useSession);
begin(usePrefs);
begin(useOverlay);
begin(useUpdate);
begin(useNoticeQueue);
queryClient.clear();
forgetUnsaved();
window.sessionStorage.clear();
window.history.replaceState(null, '', '/');

beforeEach(() => window.localStorage.clear());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});
