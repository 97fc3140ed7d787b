import { Form, type FormItemProps, type InputProps } from 'antd';
import { useLocale, useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import { NumberInput, type NumberInputProps } from '@/kit/input/NumberInput';
import { type NumberRule, type Unread, writeNumber } from '@/lib/input/number';

type Rule = NonNullable<FormItemProps['rules']>[number];

type Props = Omit<FormItemProps, 'label' | 'rules' | 'children'> &
  NumberRule & {
    label: string;
    min?: number;
    max?: number;
    /** Rules besides those of its form and its bounds; they see a number or nothing. */
    rules?: Rule[];
    /** Error text of an empty field. */
    missing?: string;
    input?: Omit<InputProps, 'value' | 'onChange' | 'min' | 'max' | 'type'>;
  };

/** A sample that shows both separators of the language. */
const SAMPLE = 1234.5;

/** The error of an input, in words. */
export function useNumberTexts({ decimals = 0, min, max }: NumberRule & { min?: number; max?: number }) {
  const t = useTranslations('form');
  const locale = useLocale();
  const say = (n: number) => writeNumber(n, locale, { decimals });
  return {
    unread: ({ why, typed }: Unread): string => {
      if (why === 'decimals') return decimals === 0 ? t('read.whole') : t('read.decimals', { n: decimals });
      if (why === 'ambiguous') {
        const plain = typed.replace(/\D/g, '');
        const both = { whole: plain, point: writeNumber(Number(plain) / 1000, locale, { decimals: 3 }) };
        return t('read.ambiguous', { typed, ...both });
      }
      return t('read.form', { typed, sample: writeNumber(decimals ? SAMPLE : 1234, locale, { decimals }) });
    },
    bounds: (n: number): string | undefined => {
      const low = min !== undefined && n < min;
      const high = max !== undefined && n > max;
      if (!low && !high) return undefined;
      if (max === undefined) return t('read.least', { min: say(min ?? 0) });
      if (min === undefined) return t('read.most', { max: say(max) });
      return decimals === 2
        ? t('money', { min, max })
        : decimals
          ? t('read.range', { min: say(min), max: say(max) })
          : t('integer', { min, max });
    },
  };
}

/** A labelled number of a form. A text that is no number in the page's language is refused with the form that it has there. */
export function NumberField({
  label,
  required,
  rules = [],
  missing,
  input,
  decimals,
  percent,
  min,
  max,
  ...item
}: Props) {
  const t = useTranslations('form');
  const unread = useRef<Unread | undefined>(undefined);
  const texts = useNumberTexts({ decimals, min, max });
  const own: Rule = {
    validator: (_, v?: number | null) => {
      const none = v === undefined || v === null;
      const wrong = none ? unread.current && texts.unread(unread.current) : texts.bounds(v);
      return wrong ? Promise.reject(new Error(wrong)) : Promise.resolve();
    },
  };
  const needed: Rule[] = required ? [{ required, message: missing ?? t('required', { field: label }) }] : [];
  return (
    <Form.Item
      {...item}
      label={item.noStyle ? undefined : label}
      required={required}
      rules={[own, ...needed, ...rules]}
      validateFirst
    >
      <Within
        unread={unread}
        input={{ ...(item.noStyle ? { 'aria-label': label } : {}), ...input, decimals, percent, min, max }}
      />
    </Form.Item>
  );
}

type WithinProps = Pick<NumberInputProps, 'id' | 'value' | 'onChange'> & {
  unread: { current: Unread | undefined };
  input: NumberInputProps;
};

/** Tells the field's rule what could not be read; the form has no value then. */
function Within({ unread, input, onChange, ...control }: WithinProps) {
  useEffect(() => {
    unread.current = undefined; // a form that was reset shows its fields anew
  }, [unread]);
  return (
    <NumberInput
      {...input}
      {...control}
      onChange={(n, text) => {
        unread.current = text;
        onChange?.(n, text);
      }}
    />
  );
}
