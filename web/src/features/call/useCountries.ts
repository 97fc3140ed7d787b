import { useQuery } from '@tanstack/react-query';
import { get } from '@/kit/api/query';

/** Where group calls are made: a setting, Indonesia unless somebody says otherwise. Nothing while that is not known. */
export function useCountries(): readonly string[] | undefined {
  const { data } = useQuery({
    ...get('/lop/system/config/{key}', { path: { key: 'call.countries' } }),
    staleTime: 60_000,
    retry: false,
  });
  return data && String(data.value).split(',');
}
