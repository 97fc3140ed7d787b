import { useTranslations } from 'next-intl';
import { usePermission } from '@/kit/access/Can';
import { ActionButton } from '@/kit/action/ActionButton';
import { useApiMutation } from '@/lib/api/mutation';
import { request } from '@/lib/api/request';
import { useFormat } from '@/lib/format';
import { useApp } from '@/lib/toasts';
import type { Detail } from './inbox';

/** Puts the writer on the customer's suppression list, for every channel. */
export function Suppress({ conversation }: { conversation: Detail }) {
  const t = useTranslations('conversation');
  const f = useFormat();
  const may = usePermission();
  const { message } = useApp();
  const above = may({ types: [1, 11] });
  const number = f.number(conversation.phoneNumber);
  const act = useApiMutation(
    () =>
      request('post', '/aty/suppression', {
        body: {
          phoneNumber: conversation.phoneNumber,
          scope: 'tenant',
          reason: t('suppressReason'),
          ...(above ? { customerId: conversation.houseId } : {}),
        },
      }),
    { changes: ['/gc/inbox/{id}', '/aty/suppression/page'], onDone: () => message.success(t('suppressed')) },
  );
  return (
    <ActionButton
      danger
      gate={{ permission: 'aty:suppression:add' }}
      disabled={conversation.suppressed && t('isSuppressed')}
      confirm={{ title: t('suppressTitle', { number }), content: t('suppressText'), ok: t('suppress') }}
      onAct={() => act.mutateAsync()}
    >
      {t('suppress')}
    </ActionButton>
  );
}
