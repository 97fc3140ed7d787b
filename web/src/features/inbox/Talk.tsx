import { Skeleton } from 'antd';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { ErrorAlert } from '@/kit/page/ErrorAlert';
import { useApiMutation } from '@/lib/api/mutation';
import { request } from '@/lib/api/request';
import { useWhen } from '@/lib/useWhen';
import { Composer } from './Composer';
import { Found } from './Found';
import { Head } from './Head';
import { CONVERSATION_LIST, type Message, useConversation } from './inbox';
import { useReplies } from './outgoing';
import { useReplyDraft } from './replyDraft';
import { Thread } from './Thread';

/** Shows a conversation: its contact, its messages, and the reply. Opening it marks it as read. */
export function Talk({ id, onBack }: { id: string; onBack: () => void }) {
  const t = useTranslations('conversation');
  const { data: conversation, error, refetch } = useConversation(id);
  const replies = useReplies(id);
  const { write } = useReplyDraft(id);
  const [searching, setSearching] = useState(false);
  const [goal, setGoal] = useState<Message>();
  const unread = conversation?.unread ?? 0;
  const { mutate: read } = useApiMutation(() => request('put', '/gc/inbox/{id}/read', { path: { id } }), {
    changes: [CONVERSATION_LIST],
    quiet: true,
  });
  useWhen(unread > 0, read);
  if (!conversation) return error ? <ErrorAlert error={error} onRetry={refetch} /> : <Skeleton active />;
  const toggle = (on: boolean, to?: Message) => {
    setSearching(on);
    setGoal(to);
  };
  const quoting = conversation.quoting && conversation.kinds?.includes('text');
  return (
    <>
      <Head conversation={conversation} onBack={onBack} onSearch={() => toggle(!searching)} />
      {searching ? (
        <Found id={id} onClose={() => toggle(false)} onGo={(message) => toggle(false, message)} />
      ) : (
        <Thread
          id={id}
          label={t('messages')}
          replies={replies}
          goal={goal}
          onQuote={quoting ? (quotes) => write({ quotes }) : undefined}
        />
      )}
      <Composer conversation={conversation} replies={replies} />
    </>
  );
}
