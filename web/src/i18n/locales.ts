import type { Locale as AntdLocale } from 'antd/es/locale';
import type { Messages } from '../../messages/en-US';

export const LOCALES = ['zh-CN', 'en-US', 'pt-BR', 'zh-TW'] as const;
export type Locale = (typeof LOCALES)[number];
export type Pack = { locale: Locale; messages: Messages; antd: AntdLocale };

/** Each language calls itself by its own name. */
export const LOCALE_NAMES: Record<Locale, string> = {
  'zh-CN': '简体中文',
  'en-US': 'English',
  'pt-BR': 'Português',
  'zh-TW': '繁體中文',
};

declare module 'next-intl' {
  interface AppConfig {
    Locale: Locale;
    Messages: Messages;
  }
}

const LOADERS: Record<Locale, () => Promise<Pack>> = {
  'zh-CN': async () => {
    const [m, a] = await Promise.all([
      import('../../messages/zh-CN'),
      import('antd/es/locale/zh_CN'),
      import('dayjs/locale/zh-cn'),
    ]);
    return { locale: 'zh-CN', messages: m.default, antd: a.default };
  },
  'en-US': async () => {
    const [m, a] = await Promise.all([import('../../messages/en-US'), import('antd/es/locale/en_US')]);
    return { locale: 'en-US', messages: m.default, antd: a.default };
  },
  'pt-BR': async () => {
    const [m, a] = await Promise.all([
      import('../../messages/pt-BR'),
      import('antd/es/locale/pt_BR'),
      import('dayjs/locale/pt-br'),
    ]);
    return { locale: 'pt-BR', messages: m.default, antd: a.default };
  },
  'zh-TW': async () => {
    const [m, a] = await Promise.all([
      import('../../messages/zh-TW'),
      import('antd/es/locale/zh_TW'),
      import('dayjs/locale/zh-tw'),
    ]);
    return { locale: 'zh-TW', messages: m.default, antd: a.default };
  },
};

const loaded = new Map<Locale, Promise<Pack>>();

/** One load per language and page; a failed one may be tried again. */
export function loadPack(locale: Locale): Promise<Pack> {
  let pack = loaded.get(locale);
  if (!pack) {
    pack = LOADERS[locale]();
    pack.catch(() => loaded.delete(locale));
    loaded.set(locale, pack);
  }
  return pack;
}
