import { useTranslations } from 'next-intl';
import { useFormat } from '@/lib/format';
import css from './resource.module.css';
import type { Sums } from './useList';

/** The sums of all rows that match the filters, below the rows of the page. */
export function Totals({ sums }: { sums: Sums }) {
  const t = useTranslations('table');
  const f = useFormat();
  const cents = (v: number) => Math.round(v * 100);
  const parts = [
    { key: 'sumIn', value: sums.in },
    { key: 'sumOut', value: sums.out },
    { key: 'sumNet', value: (cents(sums.in) + cents(sums.out)) / 100 },
  ] as const;
  return (
    <dl className={css.totals} aria-label={t('sums')}>
      {parts.map(({ key, value }) => (
        <div key={key}>
          <dt>{t(key)}</dt>
          <dd>{f.credits(value)}</dd>
        </div>
      ))}
    </dl>
  );
}
