import { Button, Segmented } from 'antd';
import { useTranslations } from 'next-intl';
import { type FormEvent, useId, useState } from 'react';
import { AmountInput } from '@/kit/input/NumberText';
import { MoneySummary, useBalanceLines } from '@/kit/pay/MoneySummary';
import { TOP_UP } from '@/lib/constants';
import { useFormat } from '@/lib/format';
import { useApp } from '@/lib/toasts';
import { type Currency, centsOf, currenciesOf, type Info, offeredAmount, type TopUpMethod, YUAN } from './methods';
import css from './topup.module.css';

/** Returns a formatter of prices with the decimals that the amount needs. */
export function usePrice() {
  const t = useTranslations('topup');
  const f = useFormat();
  return (credits: number, currency: Currency = YUAN) => {
    const n = centsOf(credits, currency) / 100;
    return t(`sum.${currency.currency}`, { n: Number.isInteger(n) ? f.count(n) : f.credit(n) });
  };
}

type Props = {
  way: TopUpMethod;
  info: Info;
  /** Credits that are missing. */
  missing?: number;
  submit: string;
  busy: boolean;
  onSubmit: (credits: number, currency: Currency) => unknown;
};

/** Form of the amount, by tile or by input, with the resulting balance. */
export function AmountForm({ way, info, missing, submit, busy, onSubmit }: Props) {
  const t = useTranslations('topup');
  const f = useFormat();
  const price = usePrice();
  const { message } = useApp();
  const currencies = currenciesOf(way);
  const [code, setCode] = useState(YUAN.currency);
  const currency = currencies.find((c) => c.currency === code) ?? YUAN;
  const other = useId();
  const tiles = info.tiles ?? [];
  const first = offeredAmount(missing, way) ?? tiles.find((n) => n >= way.min && n <= way.max);
  const [tile, setTile] = useState(tiles.find((n) => n === first));
  const [text, setText] = useState(tile === undefined && first ? String(first) : undefined);
  const credits = tile ?? Number(text ?? 0);
  const wrong = credits === 0 ? undefined : credits < way.min ? 'least' : credits > way.max ? 'most' : undefined;
  const bound = wrong === 'most' ? way.max : way.min;
  const why = wrong && t(wrong, { credits: f.count(bound), yuan: price(bound, currency) });
  const send = (e: FormEvent) => {
    e.preventDefault();
    if (why) message.warning(why);
    else if (credits > 0 && !busy) onSubmit(credits, currency);
  };
  return (
    <form className={css.form} onSubmit={send} noValidate>
      {missing !== undefined && <p className={css.missing}>{t('missing', { credits: f.credits(missing) })}</p>}
      {currencies.length > 1 && (
        <Segmented
          aria-label={t('currency')}
          value={code}
          onChange={setCode}
          options={currencies.map((c) => ({ value: c.currency, label: t(`currencies.${c.currency}`) }))}
        />
      )}
      <fieldset className={css.tiles}>
        <legend>{t('amount')}</legend>
        {tiles.map((n) => (
          <label key={n} className={css.tile}>
            <input
              type="radio"
              name={`${other}tile`}
              checked={tile === n}
              disabled={n < way.min || n > way.max}
              onChange={() => {
                setTile(n);
                setText(undefined);
              }}
            />
            <span>
              <b>{f.count(n)}</b>
              <small>{price(n, currency)}</small>
            </span>
          </label>
        ))}
      </fieldset>
      <div className={css.other}>
        <label htmlFor={other}>{t('other')}</label>
        <AmountInput
          id={other}
          value={text}
          placeholder={t('otherHint', { credits: f.count(way.min) })}
          suffix={t('unit')}
          status={why ? 'error' : undefined}
          aria-invalid={Boolean(why)}
          aria-describedby={`${other}why`}
          onChange={(v) => {
            setText(v);
            setTile(undefined);
          }}
        />
        <span id={`${other}why`} className={css.why} role="alert">
          {why}
        </span>
      </div>
      <Effect info={info} credits={credits} currency={currency} />
      <Button type="primary" size="large" block htmlType="submit" disabled={credits === 0} loading={busy}>
        {submit}
      </Button>
    </form>
  );
}

/** Shows the price, and the balance before and after. */
export function Effect({ info, credits, currency = YUAN }: { info: Info; credits: number; currency?: Currency }) {
  const t = useTranslations('topup');
  const f = useFormat();
  const price = usePrice();
  const rate = {
    label: t('rate'),
    value: t('rateOf', { currency: currency.currency, credits: f.credits(currency.rate * TOP_UP.yuan) }),
  };
  return (
    <MoneySummary
      label={t('effect')}
      title={t('toPay')}
      amount={credits > 0 ? price(credits, currency) : '–'}
      testId="to-pay"
      lines={[
        { label: t('bought'), value: f.credits(credits || undefined) },
        ...(currency.currency === 'RMB' ? [] : [rate]),
        ...useBalanceLines(info.balance, credits || undefined),
      ]}
    />
  );
}
