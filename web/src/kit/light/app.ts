import type { App as AntApp } from 'antd';
import { create } from 'zustand';

type Real = Pick<ReturnType<typeof AntApp.useApp>, 'message' | 'notification' | 'modal'>;

/** Ways in which something is said; what comes back of antd's own would not be there yet. */
type Said<T, K extends keyof T> = {
  [M in K]: T[M] extends (...args: infer A) => unknown ? (...args: A) => void : never;
};

export type LateApp = {
  message: Said<Real['message'], 'success' | 'error' | 'info' | 'warning' | 'destroy'>;
  notification: Said<Real['notification'], 'success' | 'error' | 'info' | 'warning' | 'destroy'>;
  modal: Said<Real['modal'], 'confirm'>;
};

type Wish = (real: Real) => void;

let real: Real | null = null;
let waiting: Wish[] = [];

/** Whether the code that shows messages is wanted; it comes with the first of them (`AppHolder`). */
export const useAppWanted = create<{ wanted: boolean }>()(() => ({ wanted: false }));

function say(wish: Wish) {
  if (real) return wish(real);
  waiting.push(wish);
  useAppWanted.setState({ wanted: true });
}

/** What was said meanwhile is shown, in its order. */
export function provideApp(next: Real | null) {
  real = next;
  if (!next) return;
  const wishes = waiting;
  waiting = [];
  for (const wish of wishes) wish(next);
}

/** The code did not come: what was to be said is lost, and the next thing asks for it again. */
export function dropApp() {
  waiting = [];
  useAppWanted.setState({ wanted: false });
}

const APP: LateApp = {
  message: {
    success: (...a) => say((r) => r.message.success(...a)),
    error: (...a) => say((r) => r.message.error(...a)),
    info: (...a) => say((r) => r.message.info(...a)),
    warning: (...a) => say((r) => r.message.warning(...a)),
    destroy: (...a) => void (real || waiting.length > 0 ? say((r) => r.message.destroy(...a)) : null),
  },
  notification: {
    success: (...a) => say((r) => r.notification.success(...a)),
    error: (...a) => say((r) => r.notification.error(...a)),
    info: (...a) => say((r) => r.notification.info(...a)),
    warning: (...a) => say((r) => r.notification.warning(...a)),
    destroy: (...a) => void (real || waiting.length > 0 ? say((r) => r.notification.destroy(...a)) : null),
  },
  modal: { confirm: (...a) => say((r) => r.modal.confirm(...a)) },
};

/** Messages, notifications and questions. Always the same object; antd's code for them is loaded with the first. */
export const useApp = (): LateApp => APP;
