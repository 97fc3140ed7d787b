import { Button, type ButtonProps } from 'antd';
import { type MouseEvent, type ReactNode, useRef, useState } from 'react';
import { type AccessRule, usePermission } from '@/kit/access/Can';
import { showError } from '@/lib/notifier';
import { preloadApp, useApp } from '@/lib/toasts';
import { Tooltip } from '@/ui/Tooltip';

export type Confirm = {
  title: string;
  /** Consequences and costs of the action. */
  content?: ReactNode;
  ok?: string;
};

type Props = Omit<ButtonProps, 'onClick' | 'disabled' | 'loading'> & {
  gate?: AccessRule;
  /** Asked before; nothing is asked when it is left out. */
  confirm?: Confirm;
  /** Why the action is unavailable: the button is disabled and shows the reason. */
  disabled?: string | false | null;
  /** Runs with a spinner; what it throws is said. */
  onAct: () => unknown;
};

/** A button that asks first, shows that it is busy, explains why it is disabled, and is hidden without permission. */
export function ActionButton({ gate = {}, confirm, disabled, onAct, children, ...button }: Props) {
  const { modal } = useApp();
  const may = usePermission();
  const [busy, setBusy] = useState(false);
  const acting = useRef(false);
  if (!may(gate)) return null;
  /** Busy from the first press until its work has ended; a second one meanwhile does nothing. */
  const once = async (work: () => unknown) => {
    if (acting.current) return;
    acting.current = true;
    setBusy(true);
    try {
      await work();
    } catch (e) {
      showError(e);
    } finally {
      acting.current = false;
      setBusy(false);
    }
  };
  const ask = (c: Confirm) =>
    modal.confirm({
      title: c.title,
      content: c.content,
      okText: c.ok ?? children,
      okButtonProps: { danger: button.danger },
      focusable: { autoFocusButton: button.danger ? 'cancel' : 'ok' },
      onOk: () => once(onAct),
    });
  // The second click of a double click is none, even when the answer came between the two.
  const press = (e: MouseEvent) => e.detail < 2 && void once(() => (confirm ? ask(confirm) : onAct()));
  const soon = confirm && preloadApp;
  const it = (
    <Button
      {...button}
      loading={busy}
      disabled={Boolean(disabled)}
      onClick={press}
      onPointerEnter={soon}
      onFocus={soon}
      onKeyDown={(e) => e.repeat && e.preventDefault()}
    >
      {children}
    </Button>
  );
  // A button that is off gets no pointer events, so the tip hangs on what is around it; tabIndex gives it to the keyboard.
  return disabled ? (
    <Tooltip title={disabled}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the reason must be reachable by keyboard */}
      <span role="note" tabIndex={0} aria-label={disabled}>
        {it}
      </span>
    </Tooltip>
  ) : (
    it
  );
}
