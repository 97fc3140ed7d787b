import { LinkOutlined, PictureOutlined } from '@ant-design/icons';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { nowAtEight } from '@/kit/format';
import { usePrefs } from '@/theme/prefs';
import { marked } from './markup';
import type { OrderDetail } from './order';
import css from './order.module.css';

type Message = OrderDetail['message'];

/** What is shown of a message: an order's own, or one that is being written, with a picture that this browser has. */
export type Shown = Partial<Message> & { picture?: string };

/** The placeholders as everybody reads them who has no own content. */
function fill(text: string | undefined, message: Shown): string {
  const names = message.placeholders ?? [];
  return names.reduce((all, p) => (p.content ? all.replaceAll(`{${p.name}}`, p.content) : all), text ?? '');
}

function Bubble({ message }: { message: Shown }) {
  const t = useTranslations('order');
  const { link } = message;
  const header = fill(link?.header ?? link?.title, message);
  const body =
    message.type === 'template'
      ? t('templateShown', { name: message.templateId ?? '' })
      : message.type === 'link'
        ? fill([link?.summary, link?.content, message.text].filter(Boolean).join('\n'), message)
        : fill(message.text, message);
  const button = message.type === 'link' ? link?.button?.name : undefined;
  const picture = message.type === 'image' || message.type === 'video';
  return (
    <div className={css.bubble}>
      {picture &&
        (message.picture ? (
          // biome-ignore lint/performance/noImgElement: a picture of this browser
          <img src={message.picture} alt={t('picture')} />
        ) : (
          <div className={css.noPicture}>
            <PictureOutlined aria-hidden />
          </div>
        ))}
      {message.type === 'link' && header && <strong>{marked(header)}</strong>}
      <div className={css.text}>{body ? marked(body) : <span className={css.blank}>{t('previewEmpty')}</span>}</div>
      {message.type === 'template' && (
        <ul>
          {(message.placeholders ?? []).map((p) => (
            <li key={p.name}>
              {p.name} = {p.content}
            </li>
          ))}
        </ul>
      )}
      {message.type === 'link' && link?.footer && <small>{marked(fill(link.footer, message))}</small>}
      <time>{nowAtEight().slice(11, 16)}</time>
      {button && (
        <div className={css.cta}>
          <LinkOutlined aria-hidden /> {button}
        </div>
      )}
    </div>
  );
}

/** A message as a phone shows it, which may be a light or a dark one. */
export function Preview({ message }: { message: Shown }) {
  const t = useTranslations('order');
  const ours = usePrefs((s) => s.dark);
  const [chosen, setChosen] = useState<boolean | null>(null);
  const dark = chosen ?? ours;
  return (
    <div className={css.preview}>
      <button
        type="button"
        className={css.phoneTheme}
        aria-pressed={dark}
        aria-label={t('previewTheme')}
        onClick={() => setChosen(!dark)}
      >
        {dark ? t('previewDark') : t('previewLight')}
      </button>
      <Phone message={message} dark={dark} />
    </div>
  );
}

function Phone({ message, dark }: { message: Shown; dark: boolean }) {
  const t = useTranslations('order');
  return (
    <figure className={css.phone} aria-label={t('preview')} data-dark={dark}>
      <div className={css.phoneBar} aria-hidden="true">
        <span className={css.avatar} />
        <span className={css.phoneName} />
      </div>
      <div className={css.chat}>
        <Bubble message={message} />
      </div>
    </figure>
  );
}
