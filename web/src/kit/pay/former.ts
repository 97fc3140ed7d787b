import { queryOptions } from '@tanstack/react-query';
import { apiData } from '@/lib/api/client';

type Lists = '/aty/customerinfo/price/charge/page' | '/proxy/service/price/page';
type Line = { countryCode: string; price: number };
/** The country code of the line for every country without its own. */
const ANYWHERE = '*';

/** Query for the current unit price: of the country, else of all other countries; null without either. */
export const formerPrice = (list: Lists, userId: string | undefined, service?: string, countryCode?: string) =>
  queryOptions({
    queryKey: ['get', list, 'former', userId, service, countryCode],
    queryFn: async (): Promise<number | null> => {
      const query = { userId, service, countryCode: `${countryCode},${ANYWHERE}`, current: 1, size: 2 };
      const lines = (((await apiData('get', list, { query } as never)) as { records?: Line[] | null }).records ??
        []) as Line[];
      return (lines.find((l) => l.countryCode === countryCode) ?? lines[0])?.price ?? null;
    },
    enabled: service !== undefined && countryCode !== undefined,
    meta: { quiet: true },
  });

/** Returns whether a price changes by more than half and therefore needs a confirmation. */
export function isDrastic(before: number | null | undefined, after: number): boolean {
  return before !== null && before !== undefined && Math.abs(after - before) > before / 2;
}
