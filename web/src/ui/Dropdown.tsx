import { cloneElement, type KeyboardEvent, type MouseEvent, type ReactElement, useId, useRef, useState } from 'react';
import type { Placement } from './Layer';
import { MenuLayer, type MenuProps } from './Menu';

type TriggerProps = {
  popoverTarget?: string;
  'aria-haspopup'?: 'menu';
  'aria-expanded'?: boolean;
  'aria-label'?: string;
  onClick?: (e: MouseEvent<HTMLElement>) => void;
  onKeyDown?: (e: KeyboardEvent<HTMLElement>) => void;
};

type Props = { menu: MenuProps; placement?: Placement; children: ReactElement<TriggerProps> };

/** A menu that opens from its button; the arrow key opens it as well. */
export function Dropdown({ menu, placement = 'bottomLeft', children }: Props) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const byKey = useRef(false);
  return (
    <>
      {cloneElement(children, {
        popoverTarget: id,
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        onClick: (e) => {
          byKey.current = e.detail === 0;
        },
        onKeyDown: (e) => {
          if (e.key !== 'ArrowDown') return;
          e.preventDefault();
          byKey.current = true;
          setOpen(true);
        },
      })}
      <MenuLayer
        {...{ id, menu, open, placement }}
        label={children.props['aria-label']}
        isByKey={() => byKey.current}
        onOpenChange={setOpen}
      />
    </>
  );
}
