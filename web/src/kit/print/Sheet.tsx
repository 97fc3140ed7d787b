import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { nowAtEight, useFormat } from '@/lib/format';
import css from './print.module.css';

type Props = {
  /** What the document is: an invoice, a statement, a report. */
  kind: string;
  title: ReactNode;
  note?: ReactNode;
  children: ReactNode;
};

/** A document on paper: black on white in either theme, without controls. Its lists may go on for pages. */
export function Sheet({ kind, title, note, children }: Props) {
  const t = useTranslations('print');
  return (
    <article className={css.sheet}>
      <header>
        {/* biome-ignore lint/performance/noImgElement: an export has no image service */}
        <img src="/favicon.svg" alt="" width={28} height={28} />
        <b translate="no">{'Herald'}</b>
        <span>{kind}</span>
      </header>
      <h1>{title}</h1>
      {note && <p className={css.note}>{note}</p>}
      {children}
      <footer>{t('made', { time: nowAtEight().slice(0, 16).replace('T', ' ') })}</footer>
    </article>
  );
}

export type Fact = { label: string; value: ReactNode };

/** Names and values; `strip`: key figures side by side. */
export function SheetFacts({ items, strip }: { items: Fact[]; strip?: boolean }) {
  return (
    <dl className={strip ? css.strip : css.facts}>
      {items.map((i) => (
        <div key={i.label}>
          <dt>{i.label}</dt>
          <dd>{i.value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A part of a document with its heading. */
export function SheetPart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={css.part}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

export type SheetColumn<R> = { key: string; title: string; end?: boolean; of: (row: R) => ReactNode };

/** A table whose head is repeated on each page. */
export function SheetTable<R>(p: { columns: SheetColumn<R>[]; rows: R[]; rowKey: (row: R) => string }) {
  return (
    <table className={css.table}>
      <thead>
        <tr>
          {p.columns.map((c) => (
            <th key={c.key} data-end={c.end}>
              {c.title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {p.rows.map((row) => (
          <tr key={p.rowKey(row)}>
            {p.columns.map((c) => (
              <td key={c.key} data-end={c.end}>
                {c.of(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export type SheetBar = { key: string; label: string; value: number; colour?: string };

/** Bars of numbers, each with its share of the whole. */
export function SheetBars({ bars, whole }: { bars: SheetBar[]; whole: number }) {
  const f = useFormat();
  return (
    <ul className={css.bars}>
      {bars.map((b) => {
        const share = whole > 0 ? Math.min(1, b.value / whole) : 0;
        return (
          <li key={b.key}>
            <span>{b.label}</span>
            <i>
              <u style={{ width: `${share * 100}%`, background: b.colour }} />
            </i>
            <b>{f.count(b.value)}</b>
            <small>{f.percent(share)}</small>
          </li>
        );
      })}
    </ul>
  );
}
