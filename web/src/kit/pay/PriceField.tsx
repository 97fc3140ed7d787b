import { Form } from 'antd';
import { useLocale, useTranslations } from 'next-intl';
import { NumberField } from '@/kit/form/NumberField';
import { figure } from '@/lib/i18n/figures';
import { isDrastic } from './former';
import css from './pay.module.css';

/** Returns functions that describe a price change: `3.50 → 320.00, +9,043%`; undefined without a change. */
export function usePriceWords(decimals = 2) {
  const t = useTranslations('money');
  const locale = useLocale();
  const say = (n: number) => figure(n, locale, 2, decimals);
  const share = (before: number, after: number) => {
    const percent = Math.round(((after - before) / before) * 100);
    return `${percent > 0 ? '+' : ''}${figure(percent, locale)}%`;
  };
  const change = (before: number | null | undefined, after: number | null | undefined) => {
    if (after === null || after === undefined || before === after) return undefined;
    if (before === null || before === undefined) return say(after);
    const of = { before: say(before), after: say(after) };
    return before === 0 ? t('price.step', of) : t('price.change', { ...of, share: share(before, after) });
  };
  /** Confirmation before a price is saved that changes by more than half. */
  const question = (before: number | null | undefined, after: number | null | undefined) =>
    typeof after === 'number' && isDrastic(before, after)
      ? {
          title: t('price.askTitle', { after: say(after) }),
          content: t('price.askText', { change: change(before, after) ?? '' }),
        }
      : undefined;
  return { change, question };
}

type Props = {
  label: string;
  extra: string;
  unit: string;
  min: number;
  max: number;
  /** Current price. */
  before: number | null | undefined;
};

/** The unit price of a form, with what was understood and how much it changes. */
export function PriceField({ before, unit, ...field }: Props) {
  const words = usePriceWords();
  const change = words.change(before, Form.useWatch<number | null | undefined>('price'));
  return (
    <>
      <NumberField {...field} name="price" required decimals={2} input={{ suffix: unit }} />
      <p className={css.change} role="status" data-testid="price-change">
        {change}
      </p>
    </>
  );
}
