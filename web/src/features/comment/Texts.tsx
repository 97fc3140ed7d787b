import { useTranslations } from 'next-intl';
import css from './comment.module.css';

/** The texts of an order, each with the number of comments that get it. */
export function Texts({ texts, quantity }: { texts: readonly string[]; quantity?: number }) {
  const t = useTranslations('comment');
  if (texts.length === 0) return <p className={css.quiet}>{t('noTexts')}</p>;
  const share = (i: number) =>
    Math.floor((quantity ?? 0) / texts.length) + (i < (quantity ?? 0) % texts.length ? 1 : 0);
  return (
    <ul className={css.texts}>
      {texts.map((text, i) => (
        <li key={text}>
          <q>{text}</q>
          {quantity !== undefined && <small>{t('times', { n: share(i) })}</small>}
        </li>
      ))}
    </ul>
  );
}
