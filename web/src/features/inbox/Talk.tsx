import { useTranslations } from 'next-intl';
import { usePermission } from '@/kit/access/Can';
import { ActionButton } from '@/kit/action/ActionButton';
import { useApiMutation } from '@/kit/api/mutation';
import { request } from '@/kit/api/request';
import { useFormat } from '@/kit/format';
import { ErrorAlert } from '@/kit/page/ErrorAlert';
import { Button } from '@/kit/ui/Button';
import { Skeleton } from '@/kit/ui/Skeleton';
import { useWhen } from '@/kit/useWhen';
import { Link } from '@/router/Link';
import { usePathOf } from '@/router/usePathOf';
import { Assign } from './Assign';
import { Composer } from './Composer';
import { type Detail, LIST, useConversation } from './inbox';
import css from './inbox.module.css';
import { Suppress } from './Suppress';
import { Thread } from './Thread';

/** One conversation: whom with, what was said, and the reply. What is open is read. */
export function Talk({ id, onBack }: { id: string; onBack: () => void }) {
  const t = useTranslations('conversation');
  const { data: of, error, refetch } = useConversation(id);
  const unread = of?.unread ?? 0;
  const { mutate: read } = useApiMutation(() => request('put', '/gc/inbox/{id}/read', { path: { id } }), {
    changes: [LIST],
    quiet: true,
  });
  useWhen(unread > 0, read);
  if (!of) return error ? <ErrorAlert error={error} onRetry={refetch} /> : <Skeleton />;
  return (
    <>
      <Head of={of} onBack={onBack} />
      <Thread id={id} label={t('messages')} />
      <Composer of={of} />
    </>
  );
}

function Head({ of, onBack }: { of: Detail; onBack: () => void }) {
  const t = useTranslations('conversation');
  const f = useFormat();
  const may = usePermission();
  const orders = usePathOf('gc/order');
  const closing = of.status === 'open';
  const act = useApiMutation(
    () =>
      request('put', '/gc/inbox/{id}/status', { path: { id: of.id }, body: { status: closing ? 'closed' : 'open' } }),
    { changes: [LIST] },
  );
  const named = of.orderName || of.orderNo;
  return (
    <header className={css.top}>
      <Button className={css.back} type="text" onClick={onBack}>
        {t('back')}
      </Button>
      <div className={css.whom}>
        <h2>{f.number(of.phoneNumber)}</h2>
        <small>
          {[t(`channels.${of.channel}`), of.countryCode && f.country(of.countryCode), of.customerName]
            .filter(Boolean)
            .join(' · ')}
          {named && (
            <>
              {' · '}
              {orders ? <Link to={`${orders}?id=${of.orderId}`}>{named}</Link> : named}
            </>
          )}
        </small>
      </div>
      <Suppress of={of} />
      {may({ permission: 'gc:inbox:assign' }) ? <Assign of={of} /> : <span>{of.assigneeName}</span>}
      <ActionButton gate={{ permission: 'gc:inbox:assign' }} onAct={() => act.mutateAsync()}>
        {t(closing ? 'close' : 'reopen')}
      </ActionButton>
    </header>
  );
}
