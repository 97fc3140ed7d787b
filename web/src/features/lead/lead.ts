import dayjs, { type Dayjs } from 'dayjs';
import type { BodyOf, Data, RecordOf } from '@/lib/api/types';

export const LEADS = '/channel/lead/page';
export const LEAD = '/channel/lead/{id}';

export type Lead = RecordOf<typeof LEADS>;
export type Detail = Data<'get', typeof LEAD>;
export type Entry = Detail['history'][number];
export type LeadValues = BodyOf<'post', '/channel/lead'>;
export type Customer = BodyOf<'post', '/channel/lead/{id}/convert'>;

export const LONGEST = { name: 50, email: 320, message: 1000, note: 2000, reason: 200 };

const EIGHT_HOURS = 8 * 3_600_000;

/** A moment as the field shows it, at +08:00. */
export const shownAt = (at: string | null) =>
  at ? dayjs(new Date(Date.parse(at) + EIGHT_HOURS).toISOString().slice(0, 19)) : undefined;

/** The moment of a picked time at +08:00. */
export const instant = (picked?: Dayjs | null) =>
  picked ? new Date(`${picked.format('YYYY-MM-DDTHH:mm:ss')}+08:00`).toISOString() : undefined;

/** What the form of a conversion begins with. The sign-in name is the number without its country code. */
export const customerOf = (lead: Lead, callingCode: string): Partial<Customer> => ({
  name: lead.name,
  phone: lead.phoneNumber.startsWith(callingCode) ? lead.phoneNumber.slice(callingCode.length) : lead.phoneNumber,
  email: lead.email,
  countryCode: lead.countryCode || undefined,
  customerType: 'person',
});

/** How a lead is called: a lead by a message has no name yet, and an erased one has none any more. */
export const nameOf = (lead: Pick<Lead, 'name' | 'phoneNumber' | 'email' | 'erased'>, erased: string) =>
  lead.name || (lead.phoneNumber && `+${lead.phoneNumber}`) || lead.email || erased;
