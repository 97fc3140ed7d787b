import { Button, Skeleton } from 'antd';
import { useTranslations } from 'next-intl';
import { usePermission } from '@/kit/access/Can';
import { ActionButton } from '@/kit/action/ActionButton';
import { ErrorAlert } from '@/kit/page/ErrorAlert';
import { useApiMutation } from '@/lib/api/mutation';
import { request } from '@/lib/api/request';
import { useFormat } from '@/lib/format';
import { usePathOf } from '@/lib/router/usePathOf';
import { useWhen } from '@/lib/useWhen';
import { Link } from '@/ui/Link';
import { Assign } from './Assign';
import { Composer } from './Composer';
import { CONVERSATION_LIST, type Detail, useConversation } from './inbox';
import css from './inbox.module.css';
import { useReplies } from './outgoing';
import { Suppress } from './Suppress';
import { Thread } from './Thread';

/** Shows a conversation: its contact, its messages, and the reply. Opening it marks it as read. */
export function Talk({ id, onBack }: { id: string; onBack: () => void }) {
  const t = useTranslations('conversation');
  const { data: conversation, error, refetch } = useConversation(id);
  const replies = useReplies(id);
  const unread = conversation?.unread ?? 0;
  const { mutate: read } = useApiMutation(() => request('put', '/gc/inbox/{id}/read', { path: { id } }), {
    changes: [CONVERSATION_LIST],
    quiet: true,
  });
  useWhen(unread > 0, read);
  if (!conversation) return error ? <ErrorAlert error={error} onRetry={refetch} /> : <Skeleton active />;
  return (
    <>
      <Head conversation={conversation} onBack={onBack} />
      <Thread id={id} label={t('messages')} replies={replies} />
      <Composer conversation={conversation} replies={replies} />
    </>
  );
}

function Head({ conversation, onBack }: { conversation: Detail; onBack: () => void }) {
  const t = useTranslations('conversation');
  const f = useFormat();
  const may = usePermission();
  const orders = usePathOf('gc/order');
  const closing = conversation.status === 'open';
  const act = useApiMutation(
    () =>
      request('put', '/gc/inbox/{id}/status', {
        path: { id: conversation.id },
        body: { status: closing ? 'closed' : 'open' },
      }),
    { changes: [CONVERSATION_LIST] },
  );
  const named = conversation.orderName || conversation.orderNo;
  return (
    <header className={css.top}>
      <Button className={css.back} type="text" onClick={onBack}>
        {t('back')}
      </Button>
      <div className={css.whom}>
        <h2>{f.number(conversation.phoneNumber)}</h2>
        <small>
          {[
            t(`channels.${conversation.channel}`),
            conversation.countryCode && f.country(conversation.countryCode),
            conversation.customerName,
          ]
            .filter(Boolean)
            .join(' · ')}
          {named && (
            <>
              {' · '}
              {orders ? <Link to={`${orders}?id=${conversation.orderId}`}>{named}</Link> : named}
            </>
          )}
        </small>
      </div>
      <Suppress conversation={conversation} />
      {may({ permission: 'gc:inbox:assign' }) ? (
        <Assign conversation={conversation} />
      ) : (
        <span>{conversation.assigneeName}</span>
      )}
      <ActionButton gate={{ permission: 'gc:inbox:assign' }} onAct={() => act.mutateAsync()}>
        {t(closing ? 'close' : 'reopen')}
      </ActionButton>
    </header>
  );
}
