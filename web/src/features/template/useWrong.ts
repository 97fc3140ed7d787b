import { useTranslations } from 'next-intl';
import type { Wrong } from './rules';

/** A rule of a field that shows what is wrong with its value. */
export function useWrong() {
  const t = useTranslations('template');
  return <T = string>(find: (value: T) => Wrong | null) => ({
    validator: (_: unknown, value: T) => {
      const is = value === undefined || value === null ? null : find(value);
      return is ? Promise.reject(new Error(t(is.key, { n: is.n ?? 0 }))) : Promise.resolve();
    },
  });
}
