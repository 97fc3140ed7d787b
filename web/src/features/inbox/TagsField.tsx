import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { usePermission } from '@/kit/access/Can';
import { useApiMutation } from '@/lib/api/mutation';
import { get } from '@/lib/api/query';
import { request } from '@/lib/api/request';
import { Select } from '@/ui/Select';
import { CONVERSATION_LIST, type Detail } from './inbox';
import css from './inbox.module.css';

const LIMIT = { tags: 10, length: 30 };

/** Tags that are in use, once they are asked for. */
export function useTags(on: boolean) {
  const tags = useQuery({ ...get('/gc/inbox/tags'), enabled: on });
  return (tags.data?.tags ?? []).map((tag) => ({ value: tag, label: tag }));
}

/** Tags of a conversation: known ones and new ones. */
export function TagsField({ conversation }: { conversation: Detail }) {
  const t = useTranslations('conversation');
  const may = usePermission()('gc:inbox:edit');
  const [open, setOpen] = useState(false);
  const known = useTags(open);
  const act = useApiMutation(
    (tags: string[]) =>
      request('put', '/gc/inbox/{id}/tags', { path: { id: conversation.id }, body: { tags: [...tags] } }),
    { changes: [CONVERSATION_LIST] },
  );
  const tags = conversation.tags ?? [];
  if (!may) return tags.length > 0 && <small className={css.quiet}>{tags.join(' · ')}</small>;
  return (
    <Select
      mode="tags"
      size="small"
      variant="filled"
      className={css.tags}
      aria-label={t('tags')}
      placeholder={t('addTags')}
      value={act.isPending ? act.variables : tags}
      options={known}
      maxCount={LIMIT.tags}
      tokenSeparators={[',']}
      loading={act.isPending}
      onOpenChange={setOpen}
      onChange={(next: string[]) => act.mutate(next.map((tag) => tag.trim().slice(0, LIMIT.length)).filter(Boolean))}
    />
  );
}
