import { type EmojiPickerListComponents, EmojiPicker as Picker } from 'frimousse';
import { useLocale, useTranslations } from 'next-intl';
import css from './tools.module.css';

/** The languages of the names of emoji, which are files of the console (`scripts/emoji.mjs`). */
const LANGUAGES = { 'zh-CN': 'zh', 'en-US': 'en', 'pt-BR': 'pt', 'zh-TW': 'zh-hant' } as const;

const COMPONENTS: Partial<EmojiPickerListComponents> = {
  CategoryHeader: ({ category, ...props }) => <div {...props}>{category.label}</div>,
  Emoji: ({ emoji, ...props }) => (
    <button type="button" aria-label={emoji.label} {...props}>
      {emoji.emoji}
    </button>
  ),
};

/** All emoji by group, with a search in the user's language. */
export default function EmojiPicker({ onPick }: { onPick: (emoji: string) => void }) {
  const t = useTranslations('form.tools');
  const locale = useLocale() as keyof typeof LANGUAGES;
  return (
    <Picker.Root
      className={css.picker}
      locale={LANGUAGES[locale]}
      emojibaseUrl="/emoji"
      onEmojiSelect={({ emoji }) => onPick(emoji)}
    >
      <Picker.Search className={css.search} placeholder={t('search')} aria-label={t('search')} />
      <Picker.Viewport className={css.emojis}>
        <Picker.Loading className={css.none}>…</Picker.Loading>
        <Picker.Empty className={css.none}>{t('none')}</Picker.Empty>
        <Picker.List components={COMPONENTS} />
      </Picker.Viewport>
    </Picker.Root>
  );
}
