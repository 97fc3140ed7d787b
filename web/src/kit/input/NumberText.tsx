import { Input, type InputProps } from 'antd';
import { useLocale } from 'next-intl';
import { useState } from 'react';
import { phoneDigits } from '@/lib/input/digits';
import { wholeAmount } from '@/lib/input/number';

type Props = Omit<InputProps, 'value' | 'onChange' | 'type'> & {
  value?: string | null;
  onChange?: (value: string | undefined) => void;
};

/** Characters that are removed from a typed top-up amount: all but digits and the separators of any language. */
const TYPED = /[^\d.,]/g;
const MAX_DIGITS = 7;

/**
 * The amount of a top-up: commas removed and the decimal part cut off when the field is left, at most 7 digits; pasting is blocked
 * (platform-services §5). The value is text of digits.
 */
export function AmountInput({ value, onChange, ...rest }: Props) {
  const locale = useLocale();
  const [typed, setTyped] = useState<string | null>(null);
  const take = (text: string) => {
    const next = text.normalize('NFKC').replace(TYPED, '');
    if (wholeAmount(next, locale, MAX_DIGITS + 1).length > MAX_DIGITS) return;
    setTyped(next);
    onChange?.(wholeAmount(next, locale) || undefined);
  };
  return (
    <Input
      autoComplete="off"
      {...rest}
      inputMode="numeric"
      value={
        typed !== null && (wholeAmount(typed, locale) || undefined) === (value ?? undefined) ? typed : (value ?? '')
      }
      onPaste={(e) => e.preventDefault()}
      onDrop={(e) => e.preventDefault()}
      onChange={(e) => take(e.target.value)}
      onBlur={(e) => {
        setTyped(null);
        rest.onBlur?.(e);
      }}
    />
  );
}

/** A phone number without its plus sign, which is drawn before it unless the area code is left out (`local`). */
export function PhoneInput({ value, onChange, local = false, ...rest }: Props & { local?: boolean }) {
  return (
    <Input
      autoComplete="off"
      prefix={local ? undefined : '+'}
      {...rest}
      inputMode="tel"
      value={value ?? ''}
      onChange={(e) => onChange?.(phoneDigits(e.target.value) || undefined)}
    />
  );
}
