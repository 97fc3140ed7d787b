import { type ReactNode, useId } from 'react';
import css from './fields.module.css';

/** A control with its name above it. */
export function Labelled({ label, hint, children }: { label: string; hint?: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is its content
    <label className={css.labelled}>
      <span>{label}</span>
      {children}
      {hint && <small>{hint}</small>}
    </label>
  );
}

/** Several controls of one name. */
export function Group({ label, children }: { label: string; children: ReactNode }) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is part of a form
    <div role="group" aria-labelledby={id} className={css.group}>
      <h3 id={id}>{label}</h3>
      {children}
    </div>
  );
}
