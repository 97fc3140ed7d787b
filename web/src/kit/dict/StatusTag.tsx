import { useTranslations } from 'next-intl';
import { DICT, type Dict } from './dict';
import css from './status.module.css';

type Props = { dict: Dict; value: string | number };

/** The text of a state; the value itself when the console does not know it. */
export function useDictText(dict: Dict): (value: string | number) => string {
  const t = useTranslations('dict');
  return (value) => {
    const key = `${dict}.${value}` as Parameters<typeof t>[0];
    return t.has(key) ? t(key) : String(value);
  };
}

/** A state as a coloured tag. */
export function StatusTag({ dict, value }: Props) {
  const text = useDictText(dict);
  const tone = (DICT[dict] as Record<string | number, string>)[value] ?? 'gray';
  return (
    <span className={`${css.tag} ${css.tone}`} data-tone={tone}>
      {text(value)}
    </span>
  );
}
