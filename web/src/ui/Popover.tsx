import { cloneElement, type ReactElement, type ReactNode, useId } from 'react';
import { Layer, type Placement } from './Layer';
import css from './popover.module.css';

type TriggerProps = { popoverTarget?: string; 'aria-haspopup'?: 'dialog'; 'aria-expanded'?: boolean };

type Props = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Accessible name of the panel. */
  title: string;
  content: ReactNode;
  placement?: Placement;
  width?: number;
  /** The content reaches the edges of the panel. */
  flush?: boolean;
  /** The button that opens the panel. */
  children: ReactElement<TriggerProps>;
};

const focusPanel = (layer: HTMLElement) =>
  layer.querySelector<HTMLElement>('[role="dialog"]')?.focus({ preventScroll: true });

/** A panel that opens beside its button. Escape, and a press elsewhere, close it. */
export function Popover(props: Props) {
  const { open, onOpenChange, title, content, placement = 'bottomRight', width, flush = false, children } = props;
  const id = useId();
  return (
    <>
      {cloneElement(children, { popoverTarget: id, 'aria-haspopup': 'dialog', 'aria-expanded': open })}
      <Layer id={id} {...{ open, onOpenChange, placement }} onShown={focusPanel}>
        <div role="dialog" aria-label={title} tabIndex={-1} className={css.panel} data-flush={flush} style={{ width }}>
          {content}
        </div>
      </Layer>
    </>
  );
}
