import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { get } from '@/lib/api/query';
import { searching } from '@/lib/input/fold';
import { Select } from '@/ui/Select';
import type { TemplateRow } from './request';

type Props = {
  id?: string;
  platform?: string;
  /** Whose templates; staff and agents order for a customer. */
  customer?: string;
  /** Template of the order that is changed. It stays on offer with the texts that the order has. */
  own?: TemplateRow;
  value?: TemplateRow;
  onChange?: (value: TemplateRow | undefined) => void;
};

/** The approved templates of a platform. */
export function TemplateSelect({ id, platform, customer, own, value, onChange }: Props) {
  const t = useTranslations('comment');
  const query = { size: 100, platform, customerId: customer };
  const { data, isFetching } = useQuery({ ...get('/comment/template/lovPage', { query }), enabled: Boolean(platform) });
  const rows: TemplateRow[] = data?.records ?? [];
  const mine = own?.platform === platform ? own : undefined;
  const offered = mine ? [mine, ...rows.filter((r) => r.id !== mine.id)] : rows;
  const all = value && !offered.some((r) => r.id === value.id) ? [value, ...offered] : offered;
  return (
    <Select
      id={id}
      aria-label={t('template')}
      placeholder={t('templateHint')}
      loading={isFetching}
      disabled={!platform}
      notFoundContent={t('noTemplate')}
      showSearch={searching}
      value={value?.id}
      options={all.map((r) => ({ value: r.id, label: t('templateOf', { name: r.name, n: r.texts.length }) }))}
      onChange={(chosen) => onChange?.(all.find((r) => r.id === chosen))}
    />
  );
}
