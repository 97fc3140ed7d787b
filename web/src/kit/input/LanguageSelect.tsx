import { useQuery } from '@tanstack/react-query';
import type { SelectProps } from 'antd';
import { useTranslations } from 'next-intl';
import { get } from '@/lib/api/query';
import { searching } from '@/lib/input/fold';
import { Select } from '@/ui/Select';

/** Most languages that a selector gives. */
const MAX_LANGUAGES = 100;

/** A language that recordings are spoken in, by its code. */
export function LanguageSelect(props: Omit<SelectProps<string | string[]>, 'options' | 'loading'>) {
  const t = useTranslations('form');
  const found = useQuery(get('/call/language/selector', { query: { size: MAX_LANGUAGES } }));
  return (
    <Select<string | string[]>
      placeholder={t('choose')}
      notFoundContent={t('nothing')}
      showSearch={searching}
      {...props}
      loading={found.isLoading}
      options={found.data?.records?.map((l) => ({ value: l.code, label: `${l.name} (${l.code})` }))}
    />
  );
}
