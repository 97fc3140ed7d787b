import { useLocale } from 'next-intl';
import css from './cell.module.css';

type NamesProps = { name: string; languages: Record<string, string> };

/** A name in the user's language, and below it, where there is space, what it is called in the others. */
export function Names({ name, languages }: NamesProps) {
  const own = useLocale().replace('-', '_');
  const others = Object.entries(languages).flatMap(([lang, text]) => (lang === own || text === name ? [] : [text]));
  return (
    <>
      {name}
      <div className={css.others}>{[...new Set(others)].join(' · ')}</div>
    </>
  );
}

/** The first of several values, and how many more there are; a tooltip lists all of them. */
export function TagList({ values }: { values: readonly (string | number)[] | null | undefined }) {
  const [first = '–', ...rest] = values ?? [];
  return (
    <span className={css.several} title={rest.length > 0 ? values?.join(', ') : undefined}>
      <span>{first}</span>
      {rest.length > 0 && <span className={css.more}>{`+${rest.length}`}</span>}
    </span>
  );
}
