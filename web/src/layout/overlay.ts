import { create } from 'zustand';

export type Overlay = 'settings' | 'stock' | 'password' | 'referrer' | 'topUp' | 'saas';

/** What credit is bought for. */
export type TopUpOptions = {
  /** Credits that are missing: the amount that is offered first. */
  credits?: number;
  /** Goes on with what they were missing for, when the payment has arrived. */
  goOn?: () => unknown;
  /** The order of a payer who returns from the provider's page. */
  orderId?: string;
};

/** A provider sends its payers back to `/?recharge=…`; what the address says is asked about once. */
function returned(): TopUpOptions | null {
  const orderId = typeof window === 'undefined' ? null : new URLSearchParams(window.location.search).get('recharge');
  if (!orderId) return null;
  window.history.replaceState(null, '', window.location.pathname);
  return { orderId };
}
const back = returned();

type State = {
  /** The overlays above the shell. */
  shown: Overlay | null;
  /** What was shown once stays mounted, for its way out. */
  asked: Overlay[];
  wish: TopUpOptions;
  open: (what: Overlay, wish?: TopUpOptions) => void;
  close: () => void;
  /** Its code did not come: the next opening begins anew. */
  drop: (what: Overlay) => void;
};

/** Drawers and modals of the shell itself; their code comes when they are asked for. */
export const useOverlay = create<State>()((set) => ({
  shown: back && 'topUp',
  asked: back ? ['topUp'] : [],
  wish: back ?? {},
  open: (what, wish = {}) =>
    set((s) => ({ shown: what, wish, asked: s.asked.includes(what) ? s.asked : [...s.asked, what] })),
  close: () => set({ shown: null }),
  drop: (what) => set((s) => ({ shown: null, asked: s.asked.filter((a) => a !== what) })),
}));
