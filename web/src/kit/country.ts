import { useQuery } from '@tanstack/react-query';
import { get } from './api/query';

const WEEK = 604_800_000;

/** Countries as options of a select, searchable by name, English name, code and calling code. */
export function useCountries() {
  const list = useQuery({ ...get('/conf/country/selector'), staleTime: WEEK, gcTime: WEEK });
  const options = (list.data?.countryList ?? []).map((c) => ({
    value: c.code,
    label: `${c.name} +${c.callingCode}`,
    search: `${c.name} ${c.enName} ${c.code} ${c.callingCode}`.toLowerCase(),
  }));
  return { options, loading: list.isPending, failed: list.isError, retry: list.refetch };
}
