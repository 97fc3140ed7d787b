import { Notices } from '@/features/mynotice/Notices';
import { StockButton } from '@/features/stock/StockButton';
import { usePermission } from '@/kit/access/Can';
import { LazyOverlay } from '@/kit/modal/LazyOverlay';
import { useOffered } from '@/lib/offered';
import { type Overlay, useOverlay } from '@/lib/overlay';
import { type LazyModule, lazyModule } from '@/lib/router/lazyModule';
import { usePrefs } from '@/lib/theme/prefs';

const PARTS: Record<Overlay, LazyModule<{ open: boolean; onClose: () => void }>> = {
  settings: lazyModule(() => import('./SettingsDrawer'), ['antd']),
  stock: lazyModule(() => import('@/features/stock/StockModal'), ['antd']),
  referrer: lazyModule(() => import('./ReferrerModal'), ['antd', 'picker']),
  topUp: lazyModule(() => import('@/features/topup/TopUp'), ['antd', 'money', 'topup']),
  saas: lazyModule(() => import('@/features/saas/SaasModal'), ['antd', 'money', 'saas']),
  palette: lazyModule(() => import('@/features/palette/Palette'), ['antd', 'palette']),
  shortcuts: lazyModule(() => import('@/features/palette/Shortcuts'), ['antd', 'palette']),
  help: lazyModule(() => import('@/features/help/HelpDrawer'), ['antd', 'help']),
  password: lazyModule(() => import('@/features/profile/PasswordModal'), ['antd', 'auth']),
};

const TokenOffer = lazyModule(() => import('./TokenOffer'), ['auth']);
const Offer = lazyModule(() => import('@/features/saas/Offer'), ['saas']);
/** Access rule for offering the service (platform-services §4): customers and agents, never secondaries. */
const BUYERS = { permission: 'aty:customerinfo:buy:saas', types: [2, 11] } as const;

/** Drawers and modals above the shell. */
export function Overlays() {
  const { shown, asked, close, drop } = useOverlay();
  const stock = usePrefs((s) => s.stock);
  const may = usePermission();
  const link = useOffered((s) => s.token !== null);
  return (
    <>
      <Notices />
      {stock && <StockButton />}
      {may(BUYERS) && (
        <LazyOverlay onFail={() => {}}>
          <Offer />
        </LazyOverlay>
      )}
      {link && (
        <LazyOverlay onFail={() => {}}>
          <TokenOffer />
        </LazyOverlay>
      )}
      {asked.map((what) => {
        const Part = PARTS[what];
        return (
          <LazyOverlay key={what} onFail={() => drop(what)}>
            <Part open={shown === what} onClose={close} />
          </LazyOverlay>
        );
      })}
    </>
  );
}
