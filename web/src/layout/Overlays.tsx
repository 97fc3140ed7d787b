import { lazy, Suspense } from 'react';
import { usePrefs } from '@/theme/prefs';
import { Notices } from './notices/Notices';
import { type Overlay, useOverlay } from './overlay';
import { StockButton } from './StockButton';

const PARTS: Record<Overlay, React.LazyExoticComponent<React.ComponentType<{ open: boolean; onClose: () => void }>>> = {
  settings: lazy(() => import('./SettingsDrawer')),
  stock: lazy(() => import('./StockModal')),
  referrer: lazy(() => import('./ReferrerModal')),
  password: lazy(() => import('@/auth/PasswordModal')),
};

/** What can lie over the shell. */
export function Overlays() {
  const { shown, asked, close } = useOverlay();
  const stock = usePrefs((s) => s.stock);
  return (
    <>
      <Notices />
      {stock && <StockButton />}
      {asked.map((what) => {
        const Part = PARTS[what];
        return (
          <Suspense key={what}>
            <Part open={shown === what} onClose={close} />
          </Suspense>
        );
      })}
    </>
  );
}
