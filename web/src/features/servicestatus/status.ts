import dayjs, { type Dayjs } from 'dayjs';
import type { Languages } from '@/kit/input/languages';
import type { BodyOf, Data } from '@/lib/api/types';

export const STATUS = '/system/status';
export const INCIDENT = '/system/status/incident';
export const STATUS_EDIT = 'system:status:edit';

export type StatusPage = Data<'get', typeof STATUS>;
export type Service = NonNullable<StatusPage['services']>[number];
export type State = StatusPage['state'];
export type Day = NonNullable<Service['days']>[number];
export type Announcement = NonNullable<StatusPage['incidents']>[number];
export type Incident = NonNullable<Data<'get', typeof INCIDENT>>[number];

/** States from good to bad, as the legend of the history names them. */
export const STATES = ['operational', 'maintenance', 'degraded', 'disrupted', 'unknown'] as const;
/** States that staff announce. */
export const ANNOUNCED = ['disrupted', 'degraded', 'maintenance'] as const;

/** How a state is coloured beside its word. */
export const TONES = {
  operational: 'green',
  maintenance: 'blue',
  degraded: 'gold',
  disrupted: 'red',
  unknown: 'gray',
} as const;

/** Days that are known, and those of them on which all was well. */
export function countDays(days: readonly Day[]): { known: number; good: number } {
  const known = days.filter((d) => d.state !== 'unknown');
  return { known: known.length, good: known.filter((d) => d.state === 'operational').length };
}

/** Incidents by when they are: now, planned for later, and over. */
export function sorted(all: readonly Announcement[], now: number) {
  const later = (a: Announcement) => !a.active && Date.parse(a.startTime) > now;
  return {
    active: all.filter((a) => a.active),
    planned: all.filter(later).toReversed(),
    past: all.filter((a) => !a.active && !later(a)),
  };
}

const EIGHT_HOURS = 8 * 3_600_000;
const instant = (at: Dayjs | null | undefined) =>
  at ? new Date(`${at.format('YYYY-MM-DDTHH:mm:ss')}+08:00`).toISOString() : undefined;
const picked = (at: string | null) =>
  at ? dayjs(new Date(Date.parse(at) + EIGHT_HOURS).toISOString().slice(0, 19)) : undefined;

/** The fields of the form of an incident. Picked times are at +08:00. */
export type IncidentValues = {
  state: Incident['state'];
  services: string[];
  title?: Languages;
  text?: Languages;
  startTime?: Dayjs | null;
  endTime?: Dayjs | null;
};

/** The languages that have a text; customers of the others read the English one. */
export const written = (text: Languages | undefined) =>
  Object.fromEntries(Object.entries(text ?? {}).filter(([, v]) => v?.trim())) as Languages & { en_US: string };

export const bodyOf = (v: IncidentValues): BodyOf<'post', typeof INCIDENT> => ({
  state: v.state,
  services: v.services as BodyOf<'post', typeof INCIDENT>['services'],
  title: written(v.title),
  text: written(v.text),
  startTime: instant(v.startTime),
  endTime: instant(v.endTime),
});

/** An incident as its form begins. */
export const valuesOf = (i: Incident): IncidentValues => ({
  state: i.state,
  services: i.services ?? [],
  title: i.title,
  text: i.text,
  startTime: picked(i.startTime),
  endTime: picked(i.endTime),
});
