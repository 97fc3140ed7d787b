import type { Locale as AntdLocale } from 'antd/es/locale';
import { create } from 'zustand';
import type { Locale } from './locales';

type AntdWords = { locale: AntdLocale /** Calendars speak by their own library. */; calendars: () => void };

const LOAD: Record<Locale, () => Promise<[{ default: AntdLocale }, { default: { locale: (l: string) => void } }]>> = {
  'zh-CN': async () => {
    const [words, days] = await Promise.all([
      import('antd/es/locale/zh_CN'),
      import('dayjs'),
      import('dayjs/locale/zh-cn'),
    ]);
    return [words, days];
  },
  'en-US': () => Promise.all([import('antd/es/locale/en_US'), import('dayjs')]),
  'pt-BR': async () => {
    const [words, days] = await Promise.all([
      import('antd/es/locale/pt_BR'),
      import('dayjs'),
      import('dayjs/locale/pt-br'),
    ]);
    return [words, days];
  },
  'zh-TW': async () => {
    const [words, days] = await Promise.all([
      import('antd/es/locale/zh_TW'),
      import('dayjs'),
      import('dayjs/locale/zh-tw'),
    ]);
    return [words, days];
  },
};

/** Texts of antd's components by language; they load with the first component that needs them. */
export const useAntdWords = create<Partial<Record<Locale, AntdWords>>>()(() => ({}));

export async function loadAntd(locale: Locale) {
  const [{ default: words }, { default: dayjs }] = await LOAD[locale]();
  const calendars = () => void dayjs.locale(locale === 'en-US' ? 'en' : locale.toLowerCase());
  useAntdWords.setState({ [locale]: { locale: words, calendars } });
}
