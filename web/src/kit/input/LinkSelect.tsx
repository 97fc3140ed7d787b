import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { get } from '@/lib/api/query';
import { searching } from '@/lib/input/fold';
import { Select } from '@/ui/Select';

type Props = { kind: 'number' | 'group'; value?: string; onChange?: (id: string) => void };

/** A shunting link of a kind, among the newest hundred. */
export function LinkSelect({ kind, ...props }: Props) {
  const t = useTranslations('form');
  const links = useQuery(get('/shunt/link/selector', { query: { size: 100, kind } }));
  return (
    <Select
      placeholder={t('choose')}
      notFoundContent={t('nothing')}
      showSearch={searching}
      {...props}
      loading={links.isLoading}
      options={(links.data?.records ?? []).map((l) => ({ value: l.id, label: l.name, search: `${l.name} ${l.code}` }))}
    />
  );
}
