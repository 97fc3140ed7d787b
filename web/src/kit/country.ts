import { queryOptions, useQuery } from '@tanstack/react-query';
import { apiData } from '@/lib/api/client';
import type { Data } from '@/lib/api/types';
import { browserCache } from '@/lib/cache';
import { CACHE_LIFE, COUNTRIES_FRESH } from '@/lib/constants';
import { regionName } from '@/lib/format';
import type { Locale } from '@/lib/i18n/locales';
import { usePrefs } from '@/lib/theme/prefs';

type Selector = Data<'get', '/conf/country/selector'>;

const kept = browserCache<Selector>('country_cache_');

/** The selector of a language: memory, then the browser's storage (7 days), and older than ten minutes the server beside it. */
function countriesQuery(locale: Locale) {
  return queryOptions({
    queryKey: ['get', '/conf/country/selector', locale],
    queryFn: async ({ signal }) => {
      const data = await apiData('get', '/conf/country/selector', undefined, { signal });
      kept.put(locale, data);
      return data;
    },
    staleTime: COUNTRIES_FRESH,
    gcTime: CACHE_LIFE,
    initialData: () => kept.get(locale)?.data,
    initialDataUpdatedAt: () => kept.get(locale)?.at,
  });
}

/** Names TW, HK and MO as platform-services §9 asks, even if an older server or cache says otherwise. */
function nameOf(code: string, name: string, locale: Locale): string {
  return code === 'TW' || code === 'HK' || code === 'MO' ? regionName(code, locale) : name;
}

/**
 * Countries as options of a select, searchable by name, English name, code and calling code. Those that an administrator has
 * disabled, or closed for the given business, are off.
 */
export function useCountries(business?: string) {
  const locale = usePrefs((s) => s.locale);
  const list = useQuery(countriesQuery(locale));
  const closed = list.data?.blacklistCodeList ?? {};
  const options = (list.data?.countryList ?? []).map((c) => {
    const name = nameOf(c.code, c.name, locale);
    return {
      value: c.code,
      label: `${name} +${c.callingCode}`,
      callingCode: c.callingCode,
      search: `${name} ${c.enName} ${c.code} +${c.callingCode}`,
      disabled: c.disabled || (business !== undefined && (closed[c.code] ?? []).includes(business)),
    };
  });
  return { options, loading: list.isPending, failed: list.isError, retry: list.refetch };
}
