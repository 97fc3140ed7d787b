import { Input, type InputProps } from 'antd';
import { phoneDigits, price, wholeAmount } from './digits';

type Props = Omit<InputProps, 'value' | 'onChange' | 'type'> & {
  value?: number | string | null;
  onChange?: (value: string | undefined) => void;
};

type Rule = { clean: (text: string) => string; mode: 'numeric' | 'decimal'; paste?: boolean };

function Filtered({ clean, mode, paste = true, value, onChange, ...rest }: Props & Rule) {
  const shown = value === null || value === undefined ? '' : String(value);
  return (
    <Input
      autoComplete="off"
      {...rest}
      inputMode={mode}
      value={shown}
      onPaste={(e) => !paste && e.preventDefault()}
      onDrop={(e) => !paste && e.preventDefault()}
      onChange={(e) => onChange?.(clean(e.target.value) || undefined)}
    />
  );
}

/** A whole amount of at most 7 digits; pasting is blocked (platform-services §5). The value is text of digits. */
export function AmountInput(props: Props) {
  return <Filtered {...props} clean={(text) => wholeAmount(text)} mode="numeric" paste={false} />;
}

/** A price with at most two decimals. The value is text: `2.5` while it is typed may be `2.`; send `Number(value)`. */
export function MoneyInput(props: Props) {
  return <Filtered {...props} clean={(text) => price(text)} mode="decimal" />;
}

/** A phone number without its plus sign. */
export function PhoneInput(props: Props) {
  return <Filtered {...props} clean={phoneDigits} mode="numeric" prefix={props.prefix ?? '+'} />;
}

/** Digits only, of any meaning. */
export function DigitsInput({ maxLength = 9, ...props }: Props) {
  return <Filtered {...props} clean={(text) => wholeAmount(text, maxLength)} mode="numeric" />;
}
