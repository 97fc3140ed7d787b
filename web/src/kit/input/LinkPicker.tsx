import { useQuery } from '@tanstack/react-query';
import { LovPicker } from '@/kit/lov/LovPicker';
import type { PickerProps } from '@/kit/lov/PickerController';
import { get } from '@/lib/api/query';

type LinkKind = 'number' | 'group';

/** The newest hundred shunting links of a kind: more would not be read in a filter. */
export function useNewestLinks(kind: LinkKind) {
  return useQuery(get('/shunt/link/selector', { query: { size: 100, kind } })).data?.records ?? [];
}

/** Chooses a shunting link of a kind. */
export function LinkPicker({ kind, ...props }: PickerProps & { kind: LinkKind }) {
  return <LovPicker {...props} keyword={`shunt_${kind}_link`} multiple={false} rows={useNewestLinks(kind)} />;
}
