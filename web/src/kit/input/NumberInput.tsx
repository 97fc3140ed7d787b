import { Input, type InputProps } from 'antd';
import { useLocale } from 'next-intl';
import { type KeyboardEvent, useState } from 'react';
import { composing } from '@/lib/input/keys';
import { isUnread, type NumberRule, readNumber, type Unread, writeNumber } from '@/lib/input/number';

export type NumberInputProps = Omit<InputProps, 'value' | 'onChange' | 'type' | 'min' | 'max' | 'step' | 'maxLength'> &
  NumberRule & {
    value?: number | null;
    /**
     * Called with the parsed number; undefined for an empty field and for an invalid text, which `unread`
     * distinguishes.
     */
    onChange?: (value: number | null, unread: Unread | undefined) => void;
    min?: number;
    max?: number;
  };

/**
 * A number in the form of the page's language. What was typed stands as it was typed until the field is left; then what was
 * understood stands there. Arrows change a whole number by one.
 */
export function NumberInput({ value, onChange, decimals, percent, min, max, ...rest }: NumberInputProps) {
  const locale = useLocale();
  const rule = { decimals, percent };
  const given = value ?? undefined;
  const [shown, setShown] = useState({ text: writeNumber(given, locale, rule), value: given, locale });
  let now = shown;
  // Set from outside, or the language was changed: adjusted while rendering.
  if (given !== shown.value || (shown.locale !== locale && given !== undefined)) {
    now = { text: writeNumber(given, locale, rule), value: given, locale };
    setShown(now);
  }
  const take = (text: string) => {
    const read = readNumber(text, locale, rule);
    const next = isUnread(read) ? undefined : read;
    setShown({ text, value: next, locale });
    onChange?.(next ?? null, isUnread(read) ? read : undefined);
  };
  const step = (e: KeyboardEvent<HTMLInputElement>) => {
    rest.onKeyDown?.(e);
    const by = { ArrowUp: 1, ArrowDown: -1 }[e.key];
    if (!by || decimals || rest.disabled || composing(e.nativeEvent)) return;
    e.preventDefault();
    const next = Math.min(Math.max((given ?? (min ?? 0) - by) + by, min ?? -Infinity), max ?? Infinity);
    take(writeNumber(next, locale, rule));
  };
  return (
    <Input
      autoComplete="off"
      role="spinbutton"
      aria-valuenow={given}
      aria-valuemin={min}
      aria-valuemax={max}
      {...rest}
      inputMode={decimals || (min ?? 0) < 0 ? 'decimal' : 'numeric'}
      value={now.text}
      onKeyDown={step}
      onChange={(e) => take(e.target.value)}
      onBlur={(e) => {
        if (now.value !== undefined) setShown({ ...now, text: writeNumber(now.value, locale, rule) });
        rest.onBlur?.(e);
      }}
    />
  );
}
