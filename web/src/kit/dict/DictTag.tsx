import type { CSSProperties } from 'react';
import { readable } from '@/lib/theme/accent';
import css from './status.module.css';
import { useDict } from './useDict';

type Props = {
  /** Code of the server's dictionary. */
  code: string;
  value: string | number | boolean | null | undefined;
};

const TONES = new Set(['gray', 'gold', 'cyan', 'blue', 'orange', 'green', 'indigo', 'brown', 'red']);
/** Names that an administrator may write for antd's colours. */
const ALIAS: Record<string, string> = {
  default: 'gray',
  success: 'green',
  processing: 'blue',
  error: 'red',
  warning: 'gold',
  geekblue: 'indigo',
  purple: 'indigo',
  volcano: 'orange',
  magenta: 'red',
  lime: 'green',
  yellow: 'gold',
};

/** Returns the look of a dictionary's colour: a tone of the theme, or the given #rrggbb. */
export function toneOf(colour: string | undefined): { tone?: string; colour?: string } {
  if (!colour) return { tone: 'gray' };
  if (/^#[0-9a-f]{6}$/i.test(colour)) return { colour: readable(colour) };
  const name = ALIAS[colour] ?? colour;
  return { tone: TONES.has(name) ? name : 'gray' };
}

/** A value of a dictionary as a coloured tag, or as plain text where the dictionary gives it no colour. */
export function DictTag({ code, value }: Props) {
  const item = useDict(code).find(value);
  if (value === null || value === undefined || value === '') return '–';
  return <DictLook {...item?.attributes} text={item?.name ?? String(value)} />;
}

/** Several values of a dictionary. */
export function DictTags({ code, values }: { code: string; values: readonly (string | number)[] | null }) {
  if (!values?.length) return '–';
  return (
    <span className={css.tags}>
      {values.map((value) => (
        <DictTag key={value} code={code} value={value} />
      ))}
    </span>
  );
}

type Look = { text: string; tagColor?: string; textColor?: string };

/** A text in the colours that a dictionary gives it. */
export function DictLook({ text, tagColor, textColor }: Look) {
  if (!tagColor && !textColor) return text;
  const paint = toneOf(tagColor || textColor);
  return (
    <span
      className={`${tagColor ? css.tag : css.text} ${css.tone}`}
      data-tone={paint.tone}
      style={paint.colour ? ({ '--tone': paint.colour } as CSSProperties) : undefined}
    >
      {text}
    </span>
  );
}
