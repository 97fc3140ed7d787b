type Props = {
  className?: string;
  label: string;
  /** Whether its label is visible beside it. */
  named?: boolean;
  checked: boolean;
  /** Some of the represented items are chosen. */
  part?: boolean;
  disabled?: boolean;
  onChange: (on: boolean) => void;
};

/** A box to check, painted by antd's sheet. */
export function Checkbox({ className, label, named, checked, part = false, disabled = false, onChange }: Props) {
  const of = (...classes: (string | false | undefined)[]) => classes.filter(Boolean).join(' ');
  return (
    <label
      className={of(
        'ant-checkbox-wrapper css-var-root ant-checkbox-css-var',
        checked && 'ant-checkbox-wrapper-checked',
        disabled && 'ant-checkbox-wrapper-disabled',
        className,
      )}
    >
      <span
        className={of(
          'ant-checkbox',
          checked && 'ant-checkbox-checked',
          part && 'ant-checkbox-indeterminate',
          disabled && 'ant-checkbox-disabled',
        )}
      >
        <input
          ref={(box) => {
            if (box) box.indeterminate = part;
          }}
          aria-label={named ? undefined : label}
          className="ant-checkbox-input"
          type="checkbox"
          checked={checked}
          disabled={disabled}
          onChange={(e) => onChange(e.target.checked)}
        />
      </span>
      {named && <span className="ant-checkbox-label">{label}</span>}
    </label>
  );
}
