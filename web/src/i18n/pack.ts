import { createContext, use } from 'react';
import type { Pack } from './locales';

export const PackContext = createContext<Pack | null>(null);

/** The loaded language. */
export function usePack(): Pack {
  const pack = use(PackContext);
  if (!pack) throw new Error('no language pack around');
  return pack;
}
