import {
  CopyOutlined,
  LinkOutlined,
  PhoneOutlined,
  PictureOutlined,
  PlayCircleOutlined,
  RollbackOutlined,
} from '@ant-design/icons';
import type { ReactNode } from 'react';
import { nowAtEight } from '@/lib/format';
import { marked } from './markup';
import css from './phone.module.css';

export type Cta = { kind: 'url' | 'reply' | 'phone' | 'code'; text: string };

type Props = {
  /** Address of the picture in the browser, or `true` for a picture that the browser does not have. */
  picture?: string | boolean;
  pictureLabel?: string;
  /** Whether it is a video. */
  film?: boolean;
  header?: string;
  body?: string;
  /** Shown while the body is empty. */
  empty: string;
  footer?: string;
  ctas?: Cta[];
  /** A short message has no markup: every character is literal. */
  plain?: boolean;
  /** Time of sending; a message that is being written shows the current time. */
  at?: string | null;
  children?: ReactNode;
};

const ICONS = { url: LinkOutlined, reply: RollbackOutlined, phone: PhoneOutlined, code: CopyOutlined };

/** The picture or video above a message. */
function BubbleMedia({ picture, pictureLabel = '', film }: Pick<Props, 'picture' | 'pictureLabel' | 'film'>) {
  if (!picture) return null;
  const Blank = film ? PlayCircleOutlined : PictureOutlined;
  if (picture === true) {
    return (
      <div className={css.noPicture}>
        <Blank aria-hidden />
      </div>
    );
  }
  if (film) return <video src={picture} aria-label={pictureLabel} muted playsInline preload="metadata" controls />;
  // biome-ignore lint/performance/noImgElement: a picture of this browser
  return <img src={picture} alt={pictureLabel} />;
}

/** A message as WhatsApp draws it. */
export function Bubble({ header, body, empty, footer, ctas = [], plain, at, children, ...shown }: Props) {
  return (
    <div className={css.bubble}>
      <BubbleMedia {...shown} />
      {header && <strong>{marked(header)}</strong>}
      <div className={css.text}>{body ? plain ? body : marked(body) : <span className={css.blank}>{empty}</span>}</div>
      {children}
      {footer && <small>{marked(footer)}</small>}
      <time>{nowAtEight(at ? new Date(at) : undefined).slice(11, 16)}</time>
      {ctas.map((c) => {
        const Icon = ICONS[c.kind];
        return (
          <div className={css.cta} key={`${c.kind} ${c.text}`}>
            <Icon aria-hidden /> {c.text}
          </div>
        );
      })}
    </div>
  );
}
