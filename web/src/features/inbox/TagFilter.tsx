import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Select } from '@/ui/Select';
import css from './inbox.module.css';
import { useTags } from './TagsField';

/** Filters the conversations by a tag. */
export function TagFilter({ value, onChange }: { value: string | null; onChange: (tag: string | null) => void }) {
  const t = useTranslations('conversation');
  const [open, setOpen] = useState(false);
  const tags = useTags(open);
  return (
    <Select
      allowClear
      className={css.search}
      aria-label={t('tag')}
      placeholder={t('allTags')}
      value={value}
      options={tags}
      notFoundContent={t('noTags')}
      onOpenChange={setOpen}
      onChange={(tag?: string | null) => onChange(tag ?? null)}
    />
  );
}
