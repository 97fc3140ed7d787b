import { Button, type ButtonProps } from 'antd';
import { type ReactNode, useCallback, useEffect, useRef } from 'react';
import { Popover } from './Popover';
import css from './popover.module.css';

type Props = Omit<ButtonProps, 'onClick' | 'content'> & {
  open: boolean;
  onOpen: (open: boolean) => void;
  /** Name of what opens. */
  label: string;
  width?: number;
  flush?: boolean;
  content: ReactNode;
};

/** A button with something to read and press that opens beside it. Escape, and a press elsewhere, close it. */
export function PopoverButton({ open, onOpen, label, width, flush, content, ...button }: Props) {
  const trigger = useRef<HTMLButtonElement>(null);
  const at = useCallback(() => trigger.current, []);
  const away = useCallback(
    (by: 'press' | 'key') => {
      onOpen(false);
      if (by === 'key') trigger.current?.focus();
    },
    [onOpen],
  );
  return (
    <>
      <Button {...button} ref={trigger} aria-haspopup="dialog" aria-expanded={open} onClick={() => onOpen(!open)} />
      {open && (
        <Popover at={at} within={at} side="bottomRight" gap={8} onAway={away}>
          <Panel {...{ label, width, flush }}>{content}</Panel>
        </Popover>
      )}
    </>
  );
}

type PanelProps = { label: string; width?: number; flush?: boolean; children: ReactNode };

function Panel({ label, width, flush = false, children }: PanelProps) {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => panel.current?.focus({ preventScroll: true }), []);
  return (
    <div
      ref={panel}
      role="dialog"
      aria-label={label}
      tabIndex={-1}
      className={css.panel}
      data-flush={flush}
      style={{ width }}
    >
      {children}
    </div>
  );
}
