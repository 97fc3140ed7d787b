import useStyle from 'antd/es/checkbox/style';

type Props = {
  label: string;
  checked: boolean;
  /** Some of what it stands for is chosen. */
  part?: boolean;
  disabled?: boolean;
  onChange: (on: boolean) => void;
};

/** A box without a text beside it, painted by antd's sheet. */
export function Check({ label, checked, part = false, disabled = false, onChange }: Props) {
  useStyle('ant-checkbox', 'ant-checkbox-css-var');
  const state = `${checked ? 'ant-checkbox-checked' : ''} ${part ? 'ant-checkbox-indeterminate' : ''} ${disabled ? 'ant-checkbox-disabled' : ''}`;
  return (
    <label
      className={`ant-checkbox-wrapper css-var-root ant-checkbox-css-var ${checked ? 'ant-checkbox-wrapper-checked' : ''} ${disabled ? 'ant-checkbox-wrapper-disabled' : ''}`}
    >
      <span className={`ant-checkbox ${state}`}>
        <input
          ref={(box) => {
            if (box) box.indeterminate = part;
          }}
          aria-label={label}
          className="ant-checkbox-input"
          type="checkbox"
          checked={checked}
          disabled={disabled}
          onChange={(e) => onChange(e.target.checked)}
        />
      </span>
    </label>
  );
}
