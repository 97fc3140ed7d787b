import { create } from 'zustand';

export type Overlay = 'settings' | 'stock' | 'password' | 'referrer';

type State = {
  /** What lies over the shell. */
  shown: Overlay | null;
  /** What was shown once stays mounted, for its way out. */
  asked: Overlay[];
  open: (what: Overlay) => void;
  close: () => void;
  /** Its code did not come: the next opening begins anew. */
  drop: (what: Overlay) => void;
};

/** Drawers and modals of the shell itself; their code comes when they are asked for. */
export const useOverlay = create<State>()((set) => ({
  shown: null,
  asked: [],
  open: (what) => set((s) => ({ shown: what, asked: s.asked.includes(what) ? s.asked : [...s.asked, what] })),
  close: () => set({ shown: null }),
  drop: (what) => set((s) => ({ shown: null, asked: s.asked.filter((a) => a !== what) })),
}));
