import { create } from 'zustand';

export type Overlay =
  | 'settings'
  | 'stock'
  | 'password'
  | 'referrer'
  | 'topUp'
  | 'saas'
  | 'palette'
  | 'shortcuts'
  | 'help';

/** Options of a top-up. */
export type TopUpOptions = {
  /** Credits that are missing: the amount that is offered first. */
  credits?: number;
  /** Goes on with what they were missing for, when the payment has arrived. */
  goOn?: () => unknown;
  /** The order of a payer who returns from the provider's page. */
  orderId?: string;
};

/** Returns the order of a payer who came back to `/?recharge=…` from the provider; the address is read once. */
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
  /** Overlays that were opened; they stay mounted for their closing animation. */
  asked: Overlay[];
  wish: TopUpOptions;
  /** How many were opened. A dialog with it as its key is a new one each time: one that still closes would close again. */
  turn: number;
  open: (what: Overlay, wish?: TopUpOptions) => void;
  close: () => void;
  /** Removes an overlay whose code failed to load, so that the next opening tries again. */
  drop: (what: Overlay) => void;
};

/** Drawers and modals of the shell itself; their code comes when they are asked for. */
export const useOverlay = create<State>()((set) => ({
  shown: back && 'topUp',
  asked: back ? ['topUp'] : [],
  wish: back ?? {},
  turn: 0,
  open: (what, wish = {}) =>
    set((s) => ({
      shown: what,
      wish,
      turn: s.shown === what ? s.turn : s.turn + 1,
      asked: s.asked.includes(what) ? s.asked : [...s.asked, what],
    })),
  close: () => set({ shown: null }),
  drop: (what) => set((s) => ({ shown: null, asked: s.asked.filter((a) => a !== what) })),
}));
