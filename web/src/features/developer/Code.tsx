import { Typography } from 'antd';
import { useTranslations } from 'next-intl';
import css from './developer.module.css';

/** A block of code with a button that copies it. */
export function Code({ title, text }: { title: string; text: string }) {
  const t = useTranslations('form');
  return (
    <figure className={css.code}>
      <figcaption>
        <Typography.Text copyable={{ text, tooltips: [t('copy'), t('copied')] }}>{title}</Typography.Text>
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a block that scrolls is reached by the keyboard */}
      <pre tabIndex={0}>{text}</pre>
    </figure>
  );
}
