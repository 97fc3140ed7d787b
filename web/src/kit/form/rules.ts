import type { FormItemProps } from 'antd';
import { useTranslations } from 'next-intl';
import { limitOf } from '@/kit/useLimit';
import { MOBILE, numbersOf } from '@/lib/input/digits';
import { isEmail } from '@/lib/input/email';

type Rule = NonNullable<FormItemProps['rules']>[number];

export type Rules = {
  required: (label: string) => Rule;
  max: (n: number) => Rule;
  email: Rule;
  /** First digit 1-9, then 5 to 13 more (platform-services §5). */
  phone: Rule;
  pattern: (re: RegExp, message: string) => Rule;
  /** Limits the count of numbers in a text (`numbersOf`). */
  numbers: (most: number) => Rule;
};

const text = (v: unknown) => (v === undefined || v === null ? '' : String(v).trim());

/** The rules of forms with their texts in the user's language. An empty field passes all but `required`. */
export function useRules(): Rules {
  const t = useTranslations('form');
  const check = (ok: (v: string) => boolean, message: string): Rule => ({
    validator: (_, v) => (text(v) === '' || ok(text(v)) ? Promise.resolve() : Promise.reject(new Error(message))),
  });
  return {
    required: (field) => ({
      required: true,
      validator: (_, v) => (isEmpty(v) ? Promise.reject(new Error(t('required', { field }))) : Promise.resolve()),
    }),
    max: (n) => check((v) => v.length <= n, t('max', { n })),
    email: {
      validator: async (_, v) => {
        if (text(v) !== '' && !isEmail(text(v), await limitOf('email.tld.max'))) throw new Error(t('email'));
      },
    },
    phone: check((v) => MOBILE.test(v), t('phone')),
    pattern: (re, message) => check((v) => re.test(v), message),
    numbers: (n) => check((v) => numbersOf(v).length <= n, t('numbers', { n })),
  };
}

/** Returns whether a value is missing, blank, an empty choice, or an object without a text in any language. */
function isEmpty(v: unknown): boolean {
  if (Array.isArray(v)) return v.length === 0;
  if (typeof v === 'object' && v !== null) return Object.values(v).every(isEmpty);
  return text(v) === '';
}
