import type { App as AntApp } from 'antd';
import { create } from 'zustand';
import { watchAddress } from '@/lib/router/navigate';

type AntdApp = Pick<ReturnType<typeof AntApp.useApp>, 'message' | 'notification' | 'modal'>;
type Config = Parameters<AntdApp['modal']['confirm']>[0];

/** Ways in which something is said; what comes back of antd's own would not be there yet. */
type FireAndForget<T, K extends keyof T> = {
  [M in K]: T[M] extends (...args: infer A) => unknown ? (...args: A) => void : never;
};

export type Question = Omit<Config, 'title' | 'onOk' | 'onCancel'> & {
  /** The question is known by it: while it is open, it is not asked again. */
  title: string;
  onOk?: () => unknown;
  onCancel?: () => unknown;
  /** Keeps the question open when its page is left. */
  stays?: boolean;
  /** Closes the question when it aborts, because the form that asked was closed. */
  withdrawn?: AbortSignal;
};

export type LazyApp = {
  message: FireAndForget<AntdApp['message'], 'success' | 'error' | 'info' | 'warning' | 'destroy'>;
  notification: FireAndForget<AntdApp['notification'], 'success' | 'error' | 'info' | 'warning' | 'destroy'>;
  modal: {
    /** Asks once, however often it is called while the question is open. Resolves when the dialog is shown, or will not be. */
    confirm: (question: Question) => Promise<void>;
  };
};

type PendingToast = (real: AntdApp) => void;

let antdApp: AntdApp | null = null;
let waiting: PendingToast[] = [];
/** The open questions by their titles; each resolves when it is shown. */
const openQuestions = new Map<string, Promise<void>>();
const unshownQuestions = new Set<() => void>();

/** Whether the code that shows messages is wanted; it comes with the first of them (`AppHolder`). */
export const useAppRequested = create<{ wanted: boolean }>()(() => ({ wanted: false }));

/** Has the code of dialogs loaded before one is needed: a question without it could not even be refused when the network is gone. */
export function preloadApp() {
  if (!useAppRequested.getState().wanted) useAppRequested.setState({ wanted: true });
}

function showToast(wish: PendingToast) {
  if (antdApp) return wish(antdApp);
  waiting.push(wish);
  preloadApp();
}

/** Sets antd's functions and shows the waiting messages in their order. */
export function provideApp(next: AntdApp | null) {
  antdApp = next;
  if (!next) return openQuestions.clear();
  const wishes = waiting;
  waiting = [];
  for (const wish of wishes) wish(next);
}

/** The code did not come: what was to be said is lost, and the next thing asks for it again. */
export function dropApp() {
  waiting = [];
  withdrawQuestions();
  useAppRequested.setState({ wanted: false });
}

/** Withdraws the questions that wait for their code: what asked for them is closed. */
export function withdrawQuestions() {
  for (const withdraw of unshownQuestions) withdraw();
}

/**
 * Asks, and withdraws the question when its page is left or its form is closed before the answer. A question is over when it was
 * refused, or when what it started has ended. What was answered with OK cannot be cancelled any more: its button is off until then.
 */
function openQuestion({ stays, withdrawn, onOk, onCancel, ...config }: Question, shown: () => void) {
  const path = window.location.pathname;
  const left = () => Boolean(withdrawn?.aborted) || (!stays && window.location.pathname !== path);
  let over = false;
  let answered = false;
  let forget = () => {};
  const end = () => {
    over = true;
    forget();
    unshownQuestions.delete(end);
    openQuestions.delete(config.title);
    shown();
  };
  unshownQuestions.add(end);
  const show = (r: AntdApp) => {
    if (over || left()) return end();
    unshownQuestions.delete(end);
    shown();
    const settled = (on: boolean) =>
      dialog.update({ keyboard: on, cancelButtonProps: { ...config.cancelButtonProps, disabled: !on } });
    const dialog = r.modal.confirm({
      ...config,
      // antd takes another press while the dialog moves out.
      onOk: async () => {
        if (answered) return;
        answered = true;
        settled(false);
        try {
          await onOk?.();
          end();
        } catch (e) {
          if (left()) return end();
          answered = false; // the dialog stays, and may be answered again
          settled(true);
          throw e;
        }
      },
      onCancel: () => {
        end();
        onCancel?.();
      },
    });
    const leave = () => {
      if (!left()) return;
      if (!answered) end();
      dialog.destroy();
    };
    const unwatch = watchAddress(leave);
    withdrawn?.addEventListener('abort', leave);
    forget = () => {
      unwatch();
      withdrawn?.removeEventListener('abort', leave);
    };
  };
  showToast(show);
}

function confirm(question: Question): Promise<void> {
  const before = openQuestions.get(question.title);
  if (before) return before;
  let shown = () => {};
  const asked = new Promise<void>((done) => {
    shown = done;
  });
  openQuestions.set(question.title, asked);
  openQuestion(question, shown);
  return asked;
}

const APP: LazyApp = {
  message: {
    success: (...a) => showToast((r) => r.message.success(...a)),
    error: (...a) => showToast((r) => r.message.error(...a)),
    info: (...a) => showToast((r) => r.message.info(...a)),
    warning: (...a) => showToast((r) => r.message.warning(...a)),
    destroy: (...a) => void (antdApp || waiting.length > 0 ? showToast((r) => r.message.destroy(...a)) : null),
  },
  notification: {
    success: (...a) => showToast((r) => r.notification.success(...a)),
    error: (...a) => showToast((r) => r.notification.error(...a)),
    info: (...a) => showToast((r) => r.notification.info(...a)),
    warning: (...a) => showToast((r) => r.notification.warning(...a)),
    destroy: (...a) => void (antdApp || waiting.length > 0 ? showToast((r) => r.notification.destroy(...a)) : null),
  },
  modal: { confirm },
};

/** Messages, notifications and questions. Always the same object; antd's code for them is loaded with the first. */
export const useApp = (): LazyApp => APP;
