import { useTranslations } from 'next-intl';
import { Bubble } from '@/kit/phone/Bubble';
import { Phone, PhoneMessage } from '@/kit/phone/Phone';
import { useFormat } from '@/lib/format';

/** A group as its members see it. Pictures are where the browser has them, or `true` for one that it has not. */
export type Looks = {
  name: string;
  people?: number;
  avatar?: string;
  description?: string;
  mute?: boolean;
  greeting?: { text?: string; picture?: string | boolean; times: number };
};

/** A group on a phone: its name, description, mute setting and greeting. */
export function GroupPhone({ looks }: { looks: Looks }) {
  const t = useTranslations('buildgroup.phone');
  const f = useFormat();
  const { greeting } = looks;
  return (
    <Phone
      label={t('label')}
      theme={t('theme')}
      light={t('light')}
      dark={t('dark')}
      head={{
        name: looks.name || t('name'),
        note: looks.people ? t('people', { n: f.count(looks.people) }) : t('group'),
        picture: looks.avatar,
      }}
      foot={looks.mute ? t('muted') : t('write')}
    >
      <PhoneMessage>{t('made')}</PhoneMessage>
      {looks.description && <PhoneMessage>{looks.description}</PhoneMessage>}
      {greeting
        ? Array.from({ length: greeting.times }, (_, i) => (
            <Bubble
              // biome-ignore lint/suspicious/noArrayIndexKey: the same greeting several times
              key={i}
              picture={greeting.picture}
              pictureLabel={t('picture')}
              body={greeting.text}
              empty=""
            />
          ))
        : null}
    </Phone>
  );
}
