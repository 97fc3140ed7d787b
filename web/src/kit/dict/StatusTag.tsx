import { useTranslations } from 'next-intl';
import { toneOf } from './DictTag';
import { DICT, type Dict, SERVER_CODE } from './dict';
import css from './status.module.css';
import { useDict } from './useDict';

type Props = { dict: Dict; value: string | number };

/** The text of a state: the server's dictionary, else the console's own, else the value itself. */
export function useDictText(dict: Dict): (value: string | number) => string {
  const t = useTranslations('dict');
  const server = useDict(SERVER_CODE[dict]);
  return (value) => {
    const key = `${dict}.${value}` as Parameters<typeof t>[0];
    return server.find(value)?.name ?? (t.has(key) ? t(key) : String(value));
  };
}

/** A state as a coloured tag. */
export function StatusTag({ dict, value }: Props) {
  const text = useDictText(dict);
  const own = (DICT[dict] as Record<string | number, string>)[value] ?? 'gray';
  const server = useDict(SERVER_CODE[dict]).find(value)?.attributes?.tagColor;
  const paint = toneOf(server ?? own);
  return (
    <span
      className={`${css.tag} ${css.tone}`}
      data-tone={paint.tone}
      style={paint.colour ? ({ '--tone': paint.colour } as React.CSSProperties) : undefined}
    >
      {text(value)}
    </span>
  );
}
