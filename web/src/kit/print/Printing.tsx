import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { createPortal } from 'react-dom';
import css from './print.module.css';

type Props = { name: string; onEnd: () => void; children: ReactNode };

/** Prints its children instead of the page, once their fonts are there. The name of the file is that of the page while it prints. */
export function Printing({ name, onEnd, children }: Props) {
  const end = useEffectEvent(onEnd);
  const title = useEffectEvent(() => name);
  useEffect(() => {
    const former = document.title;
    document.title = title();
    // Some browsers say so while their window is still open: the document stays until the user is back at the page.
    const leave = () => {
      document.title = former;
      for (const type of BACK) window.addEventListener(type, end, { once: true });
    };
    window.addEventListener('afterprint', leave, { once: true });
    let gone = false;
    void document.fonts.ready.then(() => gone || window.print());
    return () => {
      gone = true;
      document.title = former;
      window.removeEventListener('afterprint', leave);
      for (const type of BACK) window.removeEventListener(type, end);
    };
  }, []);
  return createPortal(<div className={css.printed}>{children}</div>, document.body);
}

const BACK = ['pointerdown', 'keydown', 'pointermove'] as const;
