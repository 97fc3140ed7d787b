import { type LazyModule, lazyModule } from '@/router/lazyModule';
import { usePrefs } from '@/theme/prefs';
import { Notices } from './notices/Notices';
import { Optional } from './Optional';
import { type Overlay, useOverlay } from './overlay';
import { StockButton } from './StockButton';

const PARTS: Record<Overlay, LazyModule<{ open: boolean; onClose: () => void }>> = {
  settings: lazyModule(() => import('./SettingsDrawer'), ['antd']),
  stock: lazyModule(() => import('./StockModal'), ['antd']),
  referrer: lazyModule(() => import('./ReferrerModal'), ['antd', 'picker']),
  topUp: lazyModule(() => import('./topup/TopUp'), ['antd', 'money', 'topup']),
  password: lazyModule(() => import('@/auth/PasswordModal'), ['antd', 'auth']),
};

/** What can lie over the shell. */
export function Overlays() {
  const { shown, asked, close, drop } = useOverlay();
  const stock = usePrefs((s) => s.stock);
  return (
    <>
      <Notices />
      {stock && <StockButton />}
      {asked.map((what) => {
        const Part = PARTS[what];
        return (
          <Optional key={what} onFail={() => drop(what)}>
            <Part open={shown === what} onClose={close} />
          </Optional>
        );
      })}
    </>
  );
}
