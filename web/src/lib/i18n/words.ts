import type { Messages } from '../../../messages/en-US';
import { loadAntd } from './antd';
import type { Locale } from './locales';

export type Namespace = keyof Messages;
/** A bundle of texts that a module needs: a namespace of the messages, or the texts of antd's components. */
export type TextBundle = Namespace | 'antd';
export type Pack = { locale: Locale; messages: Messages };

/** Texts of the first screen (`START` in scripts/messages.mjs). */
export const FIRST_TEXTS = {
  'zh-CN': () => import('../../../messages/zh-CN/start'),
  'en-US': () => import('../../../messages/en-US/start'),
  'pt-BR': () => import('../../../messages/pt-BR/start'),
  'zh-TW': () => import('../../../messages/zh-TW/start'),
};

type Start = Awaited<ReturnType<(typeof FIRST_TEXTS)['en-US']>>;
type Loading = Pack & { start: Promise<Start>; asked: Map<TextBundle, Promise<unknown>> };

/** The languages of this visit. Their messages grow as modules are loaded: a namespace is there before who speaks it. */
const packs = new Map<Locale, Loading>();
/** Everything asked for so far: another language needs it too. */
const wanted = new Set<TextBundle>();

function loadStart(locale: Locale): Loading {
  const start = FIRST_TEXTS[locale]();
  const pack: Loading = { locale, messages: {} as Messages, start, asked: new Map() };
  packs.set(locale, pack);
  start.then(
    ({ default: first }) => Object.assign(pack.messages, first),
    () => packs.delete(locale), // it may be tried again
  );
  return pack;
}

async function fetchWords({ locale, messages, start }: Loading, name: TextBundle) {
  if (name === 'antd') return loadAntd(locale);
  const { load } = await start;
  return Object.assign(messages, { [name]: await load(name) });
}

function loadTexts(pack: Loading, name: TextBundle): Promise<unknown> {
  let asked = pack.asked.get(name);
  if (!asked) {
    asked = fetchWords(pack, name);
    asked.catch(() => pack.asked.delete(name)); // a failed one may be tried again
    pack.asked.set(name, asked);
  }
  return asked;
}

/** A language, with all that was asked for in another one. */
export async function loadPack(locale: Locale): Promise<Pack> {
  const pack = packs.get(locale) ?? loadStart(locale);
  await Promise.all([pack.start, ...[...wanted].map((name) => loadTexts(pack, name))]);
  return { locale, messages: pack.messages };
}

/** Loads the texts of a module in every language of this visit. */
export function loadWords(names: readonly TextBundle[]): Promise<unknown> {
  for (const name of names) wanted.add(name);
  return Promise.all([...packs.values()].flatMap((pack) => names.map((name) => loadTexts(pack, name))));
}
