import { useTranslations } from 'next-intl';
import { Bubble } from '@/kit/phone/Bubble';
import { Phone } from '@/kit/phone/Phone';
import { filled } from '@/kit/phone/template';
import type { OrderDetail } from './order';

type Message = OrderDetail['message'];
type Template = NonNullable<OrderDetail['template']>;

/** What is shown of a message: an order's own, or one that is being written, with a picture that this browser has. */
export type Shown = Partial<Message> & { channel?: string; picture?: string; template?: Partial<Template> };

function Content({ message }: { message: Shown }) {
  const t = useTranslations('order');
  const { link, template } = message;
  const names = message.placeholders ?? [];
  if (message.type === 'template' && template?.content) {
    return (
      <Bubble
        picture={Boolean(template.mediaId)}
        film={template.type === 'video'}
        header={filled(template.header, names)}
        body={filled(template.content, names)}
        empty={t('previewEmpty')}
        footer={template.footer}
        ctas={(template.buttons ?? []).map((b) => ({ kind: b.type, text: b.text }))}
      />
    );
  }
  const body =
    message.type === 'template'
      ? t('templateShown', { name: message.templateId ?? '' })
      : message.type === 'link'
        ? filled([link?.summary, link?.content, message.text].filter(Boolean).join('\n'), names)
        : filled(message.text, names);
  const isLink = message.type === 'link';
  return (
    <Bubble
      picture={
        message.type === 'image' || message.type === 'video' || link?.thumbnailId
          ? (message.picture ?? true)
          : isLink
            ? message.picture
            : undefined
      }
      film={message.type === 'video'}
      pictureLabel={t(message.type === 'video' ? 'video' : 'picture')}
      header={isLink ? filled(link?.header ?? link?.title, names) : undefined}
      body={body}
      plain={message.channel === 'sms'}
      empty={t('previewEmpty')}
      footer={isLink ? filled(link?.footer, names) : undefined}
      ctas={isLink && link?.button?.name ? [{ kind: 'url', text: link.button.name }] : []}
    >
      {message.type === 'template' && (
        <ul>
          {names.map((p) => (
            <li key={p.name}>
              {p.name} = {p.content}
            </li>
          ))}
        </ul>
      )}
    </Bubble>
  );
}

/** A message as a phone shows it. */
export function Preview({ message, second = false }: { message: Shown; second?: boolean }) {
  const t = useTranslations('order');
  return (
    <Phone
      label={t(second ? 'ab.preview' : 'preview')}
      theme={t('previewTheme')}
      light={t('previewLight')}
      dark={t('previewDark')}
    >
      <Content message={message} />
    </Phone>
  );
}
