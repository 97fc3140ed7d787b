import { Button, Input } from 'antd';
import { useTranslations } from 'next-intl';
import { useApiMutation } from '@/lib/api/mutation';
import { request } from '@/lib/api/request';
import { CONVERSATION_LIST } from './inbox';
import css from './inbox.module.css';
import { useReplyDraft } from './replyDraft';

const LIMIT = 2000;

/** Field of an internal note, which is never sent to the recipient. */
export function NoteComposer({ id }: { id: string }) {
  const t = useTranslations('conversation');
  const { note = '', write, sent } = useReplyDraft(id);
  const act = useApiMutation(
    (text: string) => request('post', '/gc/inbox/{id}/notes', { path: { id }, body: { text } }),
    { changes: [CONVERSATION_LIST], onDone: (_, text) => sent(text) },
  );
  const length = [...note.trim()].length;
  return (
    <>
      <Input.TextArea
        aria-label={t('writeNote')}
        placeholder={t('noteHint')}
        autoSize={{ minRows: 2, maxRows: 6 }}
        value={note}
        count={{ show: length > LIMIT * 0.8, max: LIMIT, strategy: (v) => [...v].length }}
        onChange={(e) => write({ note: e.target.value })}
      />
      <div className={css.tools}>
        <Button
          className={css.send}
          loading={act.isPending}
          disabled={length === 0 || length > LIMIT}
          onClick={() => act.mutate(note.trim())}
        >
          {t('addNote')}
        </Button>
      </div>
    </>
  );
}
