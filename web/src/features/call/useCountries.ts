import { useQuery } from '@tanstack/react-query';
import { get } from '@/lib/api/query';

/** The countries of group calls: a setting, Indonesia by default. Undefined until it is known. */
export function useCountries(): readonly string[] | undefined {
  const { data } = useQuery({
    ...get('/lop/system/config/{key}', { path: { key: 'call.countries' } }),
    staleTime: 60_000,
    retry: false,
  });
  return data && String(data.value).split(',');
}
