import { DeleteOutlined } from '@ant-design/icons';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Button, Input, Skeleton } from 'antd';
import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { Can, usePermission } from '@/kit/access/Can';
import { ActionButton } from '@/kit/action/ActionButton';
import { Tone } from '@/kit/dict/Tone';
import { ErrorAlert } from '@/kit/page/ErrorAlert';
import { Panel } from '@/kit/page/Page';
import { apiData } from '@/lib/api/client';
import { useApiMutation } from '@/lib/api/mutation';
import { keyOf } from '@/lib/api/query';
import { request } from '@/lib/api/request';
import { useFormat } from '@/lib/format';
import { useSession } from '@/lib/session';
import { type CustomerNote, NOTES, useIsStaff } from './customer';
import css from './overview.module.css';

const LIMIT = 2000;
const EDIT = 'aty:customernote:edit';

function useNotes(userId: string) {
  const input = { path: { userId } };
  return useInfiniteQuery({
    queryKey: [...keyOf(NOTES, input), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      apiData('get', NOTES, { ...input, query: pageParam ? { before: pageParam } : {} }, { signal }),
    initialPageParam: '',
    getNextPageParam: (last) => last.next,
  });
}

/** Internal notes about a customer, newest first. Neither the customer nor its secondary users see them. */
export function Notes({ userId }: { userId: string }) {
  const t = useTranslations('customer');
  const found = useNotes(userId);
  const may = usePermission()(EDIT);
  const [draft, setDraft] = useState('');
  const notes = found.data?.pages.flatMap((p) => p.records ?? []);
  // A note that was deleted by mistake can be added again.
  const keep = (text: string) => setDraft((d) => d || text);
  return (
    <Panel title={t('internalNotes')}>
      {may && <NoteField userId={userId} draft={draft} onDraft={setDraft} />}
      <ErrorAlert error={found.error} onRetry={found.refetch} />
      {found.isPending && <Skeleton active title={false} paragraph={{ rows: 3 }} />}
      {notes?.length === 0 && <p className={css.none}>{t(may ? 'noNotes' : 'noNotesRead')}</p>}
      {notes && notes.length > 0 && (
        <ol className={css.notes} aria-label={t('internalNotes')}>
          {notes.map((n) => (
            <Note key={n.id} userId={userId} note={n} onDeleted={keep} />
          ))}
        </ol>
      )}
      {found.hasNextPage && (
        <Button size="small" loading={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
          {t('olderNotes')}
        </Button>
      )}
    </Panel>
  );
}

type NoteFieldProps = { userId: string; draft: string; onDraft: (text: string | ((before: string) => string)) => void };

function NoteField({ userId, draft, onDraft }: NoteFieldProps) {
  const t = useTranslations('customer');
  const staff = useIsStaff();
  const hint = useId();
  const act = useApiMutation((text: string) => request('post', NOTES, { path: { userId }, body: { text } }), {
    changes: [NOTES],
    onDone: (_, text) => onDraft((now) => (now.trim() === text ? '' : now)),
  });
  const length = [...draft.trim()].length;
  return (
    <div className={css.write}>
      <Input.TextArea
        aria-label={t('writeNote')}
        aria-describedby={hint}
        placeholder={t('noteHint')}
        autoSize={{ minRows: 3, maxRows: 10 }}
        value={draft}
        count={{ show: length > LIMIT * 0.8, max: LIMIT, strategy: (v) => [...v].length }}
        onChange={(e) => onDraft(e.target.value)}
      />
      <small id={hint}>{t(staff ? 'notesOfStaff' : 'notesOfAgent')}</small>
      <Button
        loading={act.isPending}
        disabled={length === 0 || length > LIMIT}
        onClick={() => act.mutate(draft.trim())}
      >
        {t('addNote')}
      </Button>
    </div>
  );
}

type NoteProps = { userId: string; note: CustomerNote; onDeleted: (text: string) => void };

function Note({ userId, note, onDeleted }: NoteProps) {
  const t = useTranslations('customer');
  const f = useFormat();
  const staff = useIsStaff();
  const own = useSession((s) => s.info?.userId) === note.authorId;
  const act = useApiMutation(
    () => request('delete', '/aty/customernote/{userId}/{id}', { path: { userId, id: note.id } }),
    { changes: [NOTES], onDone: () => onDeleted(note.text) },
  );
  return (
    <li>
      <p>{note.text}</p>
      <div className={css.under}>
        <span>
          <b>{note.author}</b> {staff && note.agent && <Tone tone="blue">{t('ofAgent')}</Tone>} ·{' '}
          <time dateTime={note.time}>{f.minute(note.time)}</time>
        </span>
        {own && (
          <Can permission={EDIT}>
            <ActionButton
              type="text"
              size="small"
              icon={<DeleteOutlined />}
              aria-label={t('deleteNote')}
              onAct={() => act.mutateAsync()}
            />
          </Can>
        )}
      </div>
    </li>
  );
}
