import { type SyntheticEvent, useEffect, useRef, useState } from 'react';

/**
 * The height of the email in a frame, and what the frame calls once it has loaded with its pictures; undefined until then. The email is
 * measured from outside, so the frame needs our origin (`allow-same-origin`). Without scripts nothing in it can use that.
 */
export function useOwnHeight() {
  const [height, setHeight] = useState<number>();
  const watching = useRef<ResizeObserver>(undefined);
  useEffect(() => () => watching.current?.disconnect(), []);
  const onLoad = (e: SyntheticEvent<HTMLIFrameElement>) => {
    watching.current?.disconnect();
    const page = e.currentTarget.contentDocument?.documentElement;
    if (!page) return;
    const measure = () => setHeight((before) => Math.ceil(page.getBoundingClientRect().height) || before || 0);
    measure();
    watching.current = new ResizeObserver(measure);
    watching.current.observe(page);
  };
  return { height, onLoad };
}
