import { Input, type InputProps } from 'antd';
import { withScheme } from '@/lib/input/pasted';

type Props = Omit<InputProps, 'value' | 'onChange' | 'type'> & { value?: string; onChange?: (url: string) => void };

/** A web address; one that was typed without `https://` gets it when the field is left. */
export function UrlInput({ value = '', onChange, ...rest }: Props) {
  return (
    <Input
      autoComplete="off"
      inputMode="url"
      spellCheck={false}
      {...rest}
      value={value}
      onChange={(e) => onChange?.(e.target.value)}
      onBlur={(e) => {
        const whole = withScheme(value);
        if (whole !== value) onChange?.(whole);
        rest.onBlur?.(e);
      }}
    />
  );
}
