// Replaces use-intl's own module (`next.config.ts`), so that `figure` formats the numbers in messages.
import formatOnly from '../../../node_modules/use-intl/dist/esm/production/format-message/format-only.js';
import { figure } from './figures';

type Formatters = { getNumberFormat: (locale: string, options?: object) => { format: (v: number) => string } };
type Options = { formatters: Formatters } & Record<string, unknown>;

export default function formatMessage(key: string, message: unknown, values: unknown, options: Options) {
  const { getNumberFormat } = options.formatters;
  const own = (locale: string, format?: object) =>
    format ? getNumberFormat(locale, format) : { format: (v: number) => figure(v, locale) };
  return formatOnly(key, message, values, { ...options, formatters: { ...options.formatters, getNumberFormat: own } });
}
formatMessage.raw = false;
