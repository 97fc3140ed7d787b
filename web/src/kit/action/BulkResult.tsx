import { useTranslations } from 'next-intl';
import { type BulkLine, countLines } from './bulk';
import css from './bulk.module.css';

type Props = {
  lines: (BulkLine & { name: string })[];
  /** Rows that are left out, and why. */
  out: { name: string; reason: string }[];
  begun: boolean;
};

/** Rows that are left out; and of those that were sent how many are done, and why others are not. */
export function BulkResult({ lines, out, begun }: Props) {
  const t = useTranslations('table');
  const done = countLines(lines, 'done');
  const unsent = countLines(lines, 'waiting');
  const wrong = lines.filter((l) => l.state === 'refused' || l.state === 'open');
  return (
    <>
      {begun && (
        <ul className={css.sums}>
          <li>{t('bulk.done', { n: done })}</li>
          {wrong.length > 0 && <li data-wrong>{t('bulk.refused', { n: wrong.length })}</li>}
          {unsent > 0 && <li>{t('bulk.unsent', { n: unsent })}</li>}
        </ul>
      )}
      {wrong.length > 0 && (
        <ul className={css.rows} aria-label={t('bulk.refused', { n: wrong.length })}>
          {wrong.map((l, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows keep their places, and two may have one name
            <li key={`${l.name} ${i}`}>
              <b>{l.name}</b>
              <span>{l.state === 'open' ? t('bulk.unanswered', { why: l.reason ?? '' }) : l.reason}</span>
            </li>
          ))}
        </ul>
      )}
      {out.length > 0 && (
        <section className={css.out}>
          <h4>{t('bulk.leftOut', { n: out.length })}</h4>
          <ul className={css.rows}>
            {out.map((l, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: likewise
              <li key={`${l.name} ${i}`}>
                <b>{l.name}</b>
                <span>{l.reason}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
