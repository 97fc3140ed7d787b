import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { LocalPicker } from '@/kit/lov/LocalPicker';
import type { PickerProps } from '@/kit/lov/PickerController';
import { apiData } from '@/lib/api/client';
import { get } from '@/lib/api/query';

type LinkKind = 'number' | 'group';

/** The newest hundred shunting links of a kind: more would not be read in a filter. */
export function useNewestLinks(kind: LinkKind) {
  return useQuery(get('/shunt/link/selector', { query: { size: 100, kind } })).data?.records ?? [];
}

/** Chooses a shunting link of a kind. The choice is no text of a language, so it stays when that changes. */
export function LinkPicker({ kind, rows = [], ...props }: PickerProps & { kind: LinkKind }) {
  const t = useTranslations('picker');
  const newest = useNewestLinks(kind);
  return (
    <LocalPicker
      {...props}
      rows={[...rows, ...newest]}
      lovOption={{
        rowKey: 'id',
        modelTitle: t('link'),
        placeholder: t('choose'),
        lang: false,
        fixedParams: { kind },
        getPage: (query, signal) => apiData('get', '/shunt/link/selector', { query }, { signal }),
      }}
      columnsOption={[
        { field: 'name', title: t('linkName') },
        { field: 'status', title: t('linkStatus'), dict_code: 'shunt_status' },
        {
          field: 'url',
          title: t('linkAddress'),
          scopedSlots: { customRender: (row) => <code>{String(row.url)}</code> },
        },
      ]}
      searchOption={[{ field: 'name', tag: 'input', label: t('linkName') }]}
    />
  );
}
