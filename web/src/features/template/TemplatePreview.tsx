import { useTranslations } from 'next-intl';
import { Bubble } from '@/kit/phone/Bubble';
import { Phone } from '@/kit/phone/Phone';
import { filled } from '@/kit/phone/template';
import type { Button } from './template';

type Props = {
  picture?: string | boolean;
  film?: boolean;
  header?: string;
  content?: string;
  footer?: string;
  buttons?: Partial<Button>[] | null;
  samples?: { name: string; content?: string }[];
};

/** A template as a phone shows it, with its samples in the place of the placeholders. */
export function TemplatePreview({ picture, film, header, content, footer, buttons, samples = [] }: Props) {
  const t = useTranslations('template');
  return (
    <Phone label={t('preview')} theme={t('previewTheme')} light={t('previewLight')} dark={t('previewDark')}>
      <Bubble
        picture={picture}
        film={film}
        pictureLabel={t(film ? 'film' : 'picture')}
        header={filled(header, samples)}
        body={filled(content, samples)}
        empty={t('previewEmpty')}
        footer={footer}
        ctas={(buttons ?? []).map((b) => ({ kind: b.type ?? 'reply', text: b.text ?? '' }))}
      />
    </Phone>
  );
}
