import { type ReactNode, useCallback, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { Layer, type Placement } from './Layer';
import css from './popover.module.css';

/** Delay before a tooltip is shown. */
const REST = 100;

/** Ties a tip to its control while it is shown. What only repeats the control's name is not read twice. */
function useDescribed(control: () => Element | null | undefined, text: string, shown: boolean): string {
  const id = useId();
  useLayoutEffect(() => {
    const it = shown ? control() : null;
    if (!it || it.getAttribute('aria-label') === text) return;
    const before = it.getAttribute('aria-describedby');
    it.setAttribute('aria-describedby', before ? `${before} ${id}` : id);
    return () => {
      if (before) it.setAttribute('aria-describedby', before);
      else it.removeAttribute('aria-describedby');
    };
  }, [control, id, text, shown]);
  return id;
}

type Props = { title: string; placement?: Placement; children: ReactNode };

/** Says more about something while the pointer or the focus is on it; Escape takes it away. */
export function Tooltip({ title, placement = 'bottom', children }: Props) {
  const around = useRef<HTMLSpanElement>(null);
  const [shown, setShown] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const control = useCallback(() => around.current?.firstElementChild, []);
  const id = useDescribed(control, title, shown);
  const soon = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setShown(true), REST);
  };
  const away = () => {
    clearTimeout(timer.current);
    setShown(false);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (!shown) return;
    const key = (e: KeyboardEvent) => e.key === 'Escape' && setShown(false);
    document.addEventListener('keydown', key, true);
    return () => document.removeEventListener('keydown', key, true);
  }, [shown]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what is within is the control
    <span
      ref={around}
      className={css.around}
      onPointerEnter={(e) => e.pointerType !== 'touch' && soon()}
      onPointerLeave={away}
      onPointerDown={away}
      onFocus={(e) => e.target.matches(':focus-visible') && soon()}
      onBlur={away}
    >
      {children}
      {shown && (
        <Layer open {...{ id, placement }} anchor={control} kind="manual" role="tooltip" className={css.tip}>
          {title}
        </Layer>
      )}
    </span>
  );
}
