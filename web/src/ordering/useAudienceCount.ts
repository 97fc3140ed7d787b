import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { get } from '@/lib/api/query';
import { TYPING_PAUSE } from '@/lib/constants';
import { useDebounced } from '@/lib/useDebounced';
import { filterOf, type TargetValues } from './target';
import { useFile } from './useFile';
import { useSegment } from './useSegment';

/** An invalid filter counts no members. */
const EMPTY_FILTER: ReturnType<typeof filterOf> = { segment: undefined, waFilter: undefined, activeDays: undefined };

/** Returns the number of members of the form's collection that pass its filters. */
export function useAudienceCount(values: TargetValues) {
  const group = values.groupId;
  const { wrong } = useSegment(values);
  const filter = useDebounced(wrong ? EMPTY_FILTER : filterOf(values), TYPING_PAUSE);
  const filtered = filter.segment !== undefined || filter.waFilter !== undefined || filter.activeDays !== undefined;
  const counted = useQuery({
    ...get('/aty/contactsgroup/audiencenum', { query: { ids: [group?.id ?? ''], ...filter } }),
    enabled: filtered && group !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
  });
  return filtered && group ? counted : undefined;
}

/** Returns the number of recipients of a form, from a collection or a file; undefined until it is known. */
export function useRecipientCount(values: TargetValues): number | undefined {
  const reached = useAudienceCount(values);
  const { named, read } = useFile(values);
  if (values.target === 'file') return named && read.data?.valid;
  return reached ? reached.data?.num : values.groupId?.memberCount;
}
