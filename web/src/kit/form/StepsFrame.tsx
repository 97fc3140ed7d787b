import { Button, type FormInstance } from 'antd';
import { useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { FormFrame } from './FormFrame';
import { leadOf } from './fieldErrors';
import css from './form.module.css';
import type { FrameProps } from './frame';

export type Step<V> = {
  title: string;
  /** Fields of the step, which must be valid before the next step. */
  fields: (keyof V & string)[];
  /** Content of the step; a function where it depends on the values of earlier steps. */
  content: ReactNode | ((values: V) => ReactNode);
};

type Props<V> = Omit<FrameProps<V>, 'children' | 'next' | 'enter' | 'onSubmit'> & {
  /** Names the steps. */
  label: string;
  steps: Step<V>[];
  onSubmit: (values: V) => void;
};

/** Which step is shown: a field that is not right brings its own into sight. */
function useSteps<V>(form: FormInstance<V>, steps: Step<V>[], open: boolean) {
  const [at, setAt] = useState(0);
  const [was, setWas] = useState(open);
  if (was !== open) {
    setWas(open);
    setAt(0);
  }
  const lead = (field: string) => {
    const found = steps.findIndex((s) => s.fields.some((name) => name === field));
    // The step is rendered synchronously, because hidden fields cannot be scrolled to.
    if (found >= 0) flushSync(() => setAt(found));
  };
  useEffect(() => leadOf(form as never, lead));
  return { at, go: setAt };
}

/** A form of several steps over its page. What was entered stays wherever one goes; it is submitted at the last step, by its button alone. */
export function StepsFrame<V extends object>({ label, steps, more, onSubmit, ...p }: Props<V>) {
  const t = useTranslations('form');
  const { at, go } = useSteps<V>(p.form, steps, p.open);
  const next = () =>
    p.form.validateFields(steps[at]?.fields as never[], { recursive: true } as never).then(
      () => go(at + 1),
      () => {}, // antd shows it at the fields
    );
  const last = at === steps.length - 1;
  return (
    <FormFrame<V>
      {...p}
      enter={false}
      next={last ? undefined : { label: t('next'), go: () => void next() }}
      more={
        <>
          {more}
          {at > 0 && <Button onClick={() => go(at - 1)}>{t('previous')}</Button>}
        </>
      }
      onSubmit={() => onSubmit(p.form.getFieldsValue(true))}
    >
      <ol className={css.stepBar} aria-label={label}>
        {steps.map((s, i) => (
          <li key={s.title} data-done={i < at}>
            <button type="button" aria-current={i === at ? 'step' : undefined} onClick={() => go(i)}>
              <span>{i + 1}</span> <b>{s.title}</b>
            </button>
          </li>
        ))}
      </ol>
      {steps.map((s, i) => (
        <section key={s.title} className={css.step} aria-label={s.title} hidden={i !== at}>
          {typeof s.content === 'function' ? s.content(p.form.getFieldsValue(true)) : s.content}
        </section>
      ))}
    </FormFrame>
  );
}
