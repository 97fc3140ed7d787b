import { CheckOutlined } from '@ant-design/icons';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import css from './sections.module.css';

export type Section = {
  title: string;
  /** Whether nothing is missing in it. */
  done?: boolean;
  content: ReactNode;
};

/** The section that the reader looks at: the last one that begins in the upper third of the window. */
function useCurrent(count: number) {
  const [current, setCurrent] = useState(0);
  const all = useRef<(HTMLElement | null)[]>([]);
  useEffect(() => {
    const seen = new IntersectionObserver(
      (entries) => {
        for (const e of entries) if (e.isIntersecting) setCurrent(all.current.indexOf(e.target as HTMLElement));
      },
      { rootMargin: '-30% 0px -69% 0px' },
    );
    for (const one of all.current.slice(0, count)) if (one) seen.observe(one);
    return () => seen.disconnect();
  }, [count]);
  return { current, setCurrent, all };
}

/** A long form in numbered sections, all of them on one page, with their list beside them. `label` names the list. */
export function Sections({ label, sections }: { label: string; sections: Section[] }) {
  const id = useId();
  const { current, setCurrent, all } = useCurrent(sections.length);
  const still = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  const go = (i: number) => {
    setCurrent(i); // the last one may not reach the upper third
    all.current[i]?.scrollIntoView({ behavior: still() ? 'auto' : 'smooth', block: 'start' });
  };
  return (
    <div className={css.sections}>
      <nav aria-label={label}>
        <ol>
          {sections.map((s, i) => (
            <li key={s.title}>
              <button type="button" aria-current={i === current ? 'step' : undefined} onClick={() => go(i)}>
                <Mark at={i} done={s.done} /> {s.title}
              </button>
            </li>
          ))}
        </ol>
      </nav>
      <div>
        {sections.map((s, i) => (
          <section
            key={s.title}
            aria-labelledby={`${id}-${i}`}
            ref={(el) => {
              all.current[i] = el;
            }}
          >
            <h2 id={`${id}-${i}`}>
              <Mark at={i} done={s.done} /> {s.title}
            </h2>
            {s.content}
          </section>
        ))}
      </div>
    </div>
  );
}

function Mark({ at, done }: { at: number; done?: boolean }) {
  return (
    <span className={css.mark} data-done={done} aria-hidden>
      {done ? <CheckOutlined /> : at + 1}
    </span>
  );
}
