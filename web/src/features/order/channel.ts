import { useQuery } from '@tanstack/react-query';
import { get } from '@/lib/api/query';
import type { Data } from '@/lib/api/types';
import { type BulkOrderValues, type Channel, senderOf } from './request';

/** An account that can send an order, its sender id, and its capabilities. */
export type Choice = NonNullable<Data<'get', '/gc/groupsendorder/senders'>>[number];

/** Returns the channels and senders of a country; empty before the country is known. */
export function useChoices(country: string | undefined): Choice[] {
  const { data } = useQuery({
    ...get('/gc/groupsendorder/senders', { query: { countryCode: country ?? '' } }),
    enabled: Boolean(country),
  });
  return data ?? [];
}

export const keyOf = (c: Pick<Choice, 'provider' | 'senderId'>) => senderOf(c.provider, c.senderId);

export const channelsOf = (all: Choice[]): Channel[] => [...new Set(all.map((c) => c.channel))];

/** The sender that the form uses: the chosen one, or the default. */
export function chosenOf(all: Choice[], v: BulkOrderValues): Choice | undefined {
  const some = all.filter((c) => c.channel === (v.channel ?? 'whatsapp'));
  return some.find((c) => keyOf(c) === v.by) ?? some[0];
}
