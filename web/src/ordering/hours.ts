import { useTranslations } from 'next-intl';
import type { Data } from '@/lib/api/types';
import { useFormat } from '@/lib/format';
import { useMessageTexts } from './kind';

export type Window = NonNullable<Data<'post', '/gc/groupsendorder/estimate'>['window']>;

/** Formats an offset from UTC in minutes: UTC−10, UTC+5:30. */
export function utc(minutes: number): string {
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `UTC${minutes < 0 ? '−' : '+'}${hours}${rest ? `:${String(rest).padStart(2, '0')}` : ''}`;
}

/**
 * Returns the time zones of a country's hours: the span of offsets if recipients have their own, else the zones' names.
 */
const clocksOf = (w: Window) =>
  w.own && w.west !== w.east ? `${utc(w.west)} – ${utc(w.east)}` : (w.zones ?? []).join(', ');

/** The sending hours of a country in words: whole sentences for a form, and one fact of an order. */
export function useHours() {
  const t = useTranslations('order');
  const own = useMessageTexts();
  const f = useFormat();
  const facts = (w: Window) => ({ from: w.from, to: w.to, zone: clocksOf(w) });
  const state = (w: Window) => {
    if (w.openAll) return '';
    if (!w.own) return w.opensAll ? own('windowOpens', { time: f.minute(w.opensAll) }) : '';
    const all = f.minute(w.opensAll);
    return w.open ? own('windowSome', { all }) : own('windowFirst', { first: f.minute(w.opens), all });
  };
  return {
    told: (w: Window) => `${own(w.own ? 'windowOwn' : 'window', facts(w))} ${state(w)}`,
    fact: (w: Window) => t(w.own ? 'hoursOwn' : 'hoursOf', facts(w)),
  };
}
