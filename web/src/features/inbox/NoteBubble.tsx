import { DeleteOutlined } from '@ant-design/icons';
import { useTranslations } from 'next-intl';
import { ActionButton } from '@/kit/action/ActionButton';
import { useApiMutation } from '@/lib/api/mutation';
import { request } from '@/lib/api/request';
import { useFormat } from '@/lib/format';
import { useSession } from '@/lib/session';
import { CONVERSATION_LIST, type Message } from './inbox';
import css from './inbox.module.css';
import { useReplyDraft } from './replyDraft';

/** Shows an internal note with its author, who can delete it. */
export function NoteBubble({ note, conversation }: { note: Message; conversation: string }) {
  const t = useTranslations('conversation');
  const f = useFormat();
  const own = useSession((s) => s.info?.userId) === note.operatorId;
  // A note that was deleted by mistake can be added again.
  const { note: draft, write } = useReplyDraft(conversation);
  const act = useApiMutation(
    () => request('delete', '/gc/inbox/{id}/notes/{note}', { path: { id: conversation, note: note.id } }),
    { changes: [CONVERSATION_LIST], onDone: () => draft || write({ note: note.text }) },
  );
  return (
    <article className={css.note} aria-label={t('kinds.note')}>
      <p>{note.text}</p>
      <small className={css.under}>
        {t('noteBy', { name: note.operator ?? '' })} · <time dateTime={note.time}>{f.minute(note.time).slice(11)}</time>
        {own && (
          <ActionButton
            danger
            type="text"
            size="small"
            gate={{ permission: 'gc:inbox:edit' }}
            icon={<DeleteOutlined />}
            aria-label={t('deleteNote')}
            onAct={() => act.mutateAsync()}
          />
        )}
      </small>
    </article>
  );
}
