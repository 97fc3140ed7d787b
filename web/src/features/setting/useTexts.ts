import { useTranslations } from 'next-intl';
import { readableSize } from '@/kit/upload/upload';
import { useFormat } from '@/lib/format';
import { codesOf, countryOf, type Setting } from './setting';

/** Returns the texts of a setting: its name, its values, its bounds. */
export function useTexts() {
  const t = useTranslations('setting');
  const f = useFormat();
  /** A value as people read it. */
  const value = (s: Setting, v: unknown): string => {
    if (s.type === 'boolean') return t(v === true ? 'on' : 'off');
    if (s.type === 'window' && v === '') return t('anyHour');
    if (v === '') return t('none');
    if (s.type === 'countries') return codesOf(v).map(f.country).join(', ');
    if (s.type !== 'integer') return String(v);
    const count = f.count(Number(v));
    return s.key.endsWith('.bytes') ? `${count} (${readableSize(Number(v))})` : count;
  };
  const name = (s: Setting): string => {
    const country = countryOf(s);
    return country ? t('windowOf', { country: f.country(country) }) : s.description;
  };
  /** Default and bounds in one line. */
  const facts = (s: Setting): string => {
    const parts = [t('default', { value: value(s, s.default) })];
    if (s.options?.length) parts.push(s.options.join(' / '));
    else if (s.type === 'string') parts.push(t('length', { max: s.max ?? 0 }));
    else if (s.min !== undefined && s.max !== undefined)
      parts.push(t('bounds', { min: f.count(s.min), max: f.count(s.max) }));
    return parts.join(' · ');
  };
  return { value, name, facts };
}
