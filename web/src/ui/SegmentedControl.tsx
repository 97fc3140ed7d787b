import { useId } from 'react';
import css from './ui.module.css';

type Props<V extends string> = {
  label: string;
  value: V;
  options: readonly { value: V; label: string }[];
  onChange: (value: V) => void;
};

/** Selects one of a few options; a radio group with the look of antd's Segmented. */
export function SegmentedControl<V extends string>({ label, value, options, onChange }: Props<V>) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className={`ant-segmented css-var-root ${css.segments}`}>
      <div className="ant-segmented-group">
        {options.map((o) => (
          <label
            key={o.value}
            className={`ant-segmented-item ${o.value === value ? 'ant-segmented-item-selected' : ''}`}
          >
            <input
              className="ant-segmented-item-input"
              type="radio"
              name={name}
              checked={o.value === value}
              onChange={() => onChange(o.value)}
            />
            <div className="ant-segmented-item-label" title={o.label}>
              {o.label}
            </div>
          </label>
        ))}
      </div>
    </div>
  );
}
