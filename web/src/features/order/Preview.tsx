import { useTranslations } from 'next-intl';
import { Bubble } from '@/kit/phone/Bubble';
import { Phone } from '@/kit/phone/Phone';
import { filled } from '@/kit/phone/template';
import type { OrderDetail } from './order';

type Message = OrderDetail['message'];
type Template = NonNullable<OrderDetail['template']>;

/** A message for the preview: of an order, or one being written, with a picture from this browser. */
export type PreviewMessage = Partial<Message> & {
  channel?: string;
  picture?: string;
  template?: Partial<Template>;
  at?: string | null;
};

/**
 * Places a link's texts where WhatsApp shows them. There is one header, a picture or a line; other texts go into the
 * body.
 */
export function partsOf({ link, text }: PreviewMessage): { header: string; body: string } {
  const { header, title, summary, content, thumbnailId } = link ?? {};
  const above = header || thumbnailId ? title : undefined;
  return {
    header: thumbnailId ? '' : header || title || '',
    body: [above, summary, content, text].filter(Boolean).join('\n'),
  };
}

function Content({ message }: { message: PreviewMessage }) {
  const t = useTranslations('order');
  const { link, template } = message;
  const names = message.placeholders ?? [];
  if (message.type === 'template' && template?.content) {
    return (
      <Bubble
        at={message.at}
        picture={message.picture ?? Boolean(template.mediaId)}
        pictureLabel={t(template.type === 'video' ? 'video' : 'picture')}
        film={template.type === 'video'}
        header={filled(template.header, names)}
        body={filled(template.content, names)}
        empty={t('previewEmpty')}
        footer={template.footer}
        ctas={(template.buttons ?? []).map((b) => ({ kind: b.type, text: b.text }))}
      />
    );
  }
  const isLink = message.type === 'link';
  const pictured = isLink ? Boolean(link?.thumbnailId) : message.type === 'image' || message.type === 'video';
  const parts = isLink ? partsOf(message) : undefined;
  const body =
    message.type === 'template'
      ? t('templateShown', { name: message.templateId ?? '' })
      : (parts?.body ?? message.text);
  return (
    <Bubble
      at={message.at}
      picture={pictured && (message.picture || true)}
      film={message.type === 'video'}
      pictureLabel={t(message.type === 'video' ? 'video' : 'picture')}
      header={filled(parts?.header, names)}
      body={filled(body, names)}
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
export function Preview({ message, second = false }: { message: PreviewMessage; second?: boolean }) {
  const t = useTranslations('order');
  return (
    <Phone
      label={t(second ? 'ab.preview' : 'preview')}
      theme={t('previewTheme')}
      light={t('previewLight')}
      dark={t('previewDark')}
      plain={message.channel === 'sms'}
    >
      <Content message={message} />
    </Phone>
  );
}
