import { useTranslations } from 'next-intl';
import type { Applied } from './grid';
import { ANYWHERE } from './price';

/** What the own prices of a grid are: a user's, those of an agent's list, or the platform's defaults. */
export type OwnSource = 'own' | 'list' | 'platform';

/** Returns a function that says where a price of a country comes from. */
export function useOrigin(own: OwnSource) {
  const t = useTranslations('price');
  return ({ price, source, countryCode, raised }: Applied, country: string): string => {
    if (price === null || source === '') return t('grid.none');
    const name = t(`grid.from.${source === 'own' ? own : source}`);
    if (raised) return t('grid.raised', { name });
    if (countryCode !== ANYWHERE || country === ANYWHERE) return name;
    return source === 'own' ? t('anywhere') : t('grid.elsewhere', { name });
  };
}
