import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ResourceForm } from '@/kit/resource/ResourceForm';
import { get } from '@/lib/api/query';
import { usePrefs } from '@/lib/theme/prefs';
import { usePostForm } from './form';
import { base, type Item, languagesOf, type PostFormValues, type PostKind, picked } from './post';

type Props = { kind: PostKind; id: string | null; onClose: () => void };

/** A post with its content, while an id is shown. */
export function usePost(kind: PostKind, id: string | null) {
  return useQuery({ ...get(base(kind), { query: { id: id ?? '' } }), enabled: id !== null, gcTime: 0 });
}

/** Form of an unpublished post; its content is fetched, because the list does not contain it. */
export function EditPost({ kind, id, onClose }: Props) {
  const post = usePost(kind, id);
  const own = usePrefs((s) => s.locale).replace('-', '_') as 'en_US';
  const row = useOpened(id, post.isFetching ? undefined : post.data);
  const values = (): Partial<PostFormValues> => ({
    title: languagesOf(row?.title, own),
    summary: languagesOf(row?.summary, own),
    content: languagesOf(row?.content, own),
    noticeType: row?.noticeType,
    audience: row?.audience.kind as PostFormValues['audience'],
    types: row?.audience.types ?? undefined,
    userIds: row?.audience.userIds ?? undefined,
    publishTime: picked(row?.publishTime),
    expireTime: picked(row?.expireTime),
  });
  const path = base(kind);
  return (
    <ResourceForm<Item, PostFormValues>
      spec={{ ...usePostForm(kind, row?.users ?? []), values }}
      state={useStable(row as Item | null)}
      changes={[`${path}/page`, path, `${path}/opt/record`]}
      onClose={onClose}
    />
  );
}

/**
 * Returns the row that the form was opened with, while it is open. Live updates must not discard what the user typed.
 */
function useOpened<T extends { id: string }>(id: string | null, now: T | undefined): T | null {
  const [opened, setOpened] = useState<T | null>(null);
  const stays = opened?.id === id ? opened : null;
  const next = id === null ? null : (stays ?? now ?? null);
  if (next !== opened) setOpened(next);
  return next;
}

const CLOSED_FORM = { mode: 'none' } as const;
const states = new WeakMap<Item, { mode: 'update'; row: Item }>();

/** The form takes another state for another row: the same row keeps its own. */
function useStable(row: Item | null) {
  if (!row) return CLOSED_FORM;
  const state = states.get(row) ?? { mode: 'update' as const, row };
  states.set(row, state);
  return state;
}
