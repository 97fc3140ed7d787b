import { useLocale, useTranslations } from 'next-intl';
import css from './ordering.module.css';

/** The zones of a country as the browser knows them: those of the region's locale. */
function zonesOf(country: string): string[] {
  try {
    const region = new Intl.Locale('und', { region: country }) as Intl.Locale & {
      getTimeZones?: () => string[];
      timeZones?: string[];
    };
    return region.getTimeZones?.() ?? region.timeZones ?? [];
  } catch {
    return []; // not a country
  }
}

/** The wall clocks of an instant in some zones: the earliest and the latest, the same where there is one. */
export function localTimes(at: Date, zones: readonly string[]): [Date, Date] | undefined {
  const walls = zones.map((timeZone) => {
    const parts = new Intl.DateTimeFormat('sv-SE', {
      timeZone,
      dateStyle: 'short',
      timeStyle: 'short',
    }).format(at);
    return new Date(`${parts.replace(' ', 'T')}:00Z`).getTime();
  });
  return walls.length > 0 ? [new Date(Math.min(...walls)), new Date(Math.max(...walls))] : undefined;
}

/** What the clocks of the recipients show at a time; nothing where that is not known. */
export function RecipientTime({ at, country }: { at: string; country: string | undefined }) {
  const t = useTranslations('order');
  const locale = useLocale();
  const span = country ? localTimes(new Date(at), zonesOf(country)) : undefined;
  if (!span) return null;
  const clock = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', dateStyle: 'medium', timeStyle: 'short' });
  const [first, last] = span.map((d) => clock.format(d)) as [string, string];
  return (
    <p className={css.localTime}>
      {first === last ? t('localTime', { time: first }) : t('localTimes', { from: first, to: last })}
    </p>
  );
}
