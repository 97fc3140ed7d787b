import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { usePermission } from '@/kit/access/Can';
import { useApiMutation } from '@/lib/api/mutation';
import { get } from '@/lib/api/query';
import { request } from '@/lib/api/request';
import { SEARCH_PAUSE } from '@/lib/constants';
import { useSession } from '@/lib/session';
import { useDebounced } from '@/lib/useDebounced';
import { Select } from '@/ui/Select';
import { CONVERSATION_LIST, type Detail } from './inbox';
import css from './inbox.module.css';

/** Assigns a conversation: to the caller, to no user, or to a user in the caller's scope. */
export function Assign({ conversation }: { conversation: Detail }) {
  const t = useTranslations('conversation');
  const me = useSession((s) => s.info?.userId) ?? '';
  const [text, setText] = useState('');
  const [open, setOpen] = useState(false);
  const searched = useDebounced(text, SEARCH_PAUSE);
  const others = useOthers(conversation.houseId, searched, open);
  const act = useApiMutation(
    (userId: string) => request('put', '/gc/inbox/{id}/assign', { path: { id: conversation.id }, body: { userId } }),
    { changes: [CONVERSATION_LIST] },
  );
  const options = [
    { value: '', label: t('nobody') },
    { value: me, label: t('me') },
    ...others.filter((o) => o.value !== me),
  ];
  const known = options.some((o) => o.value === (conversation.assigneeId ?? ''));
  if (!known) options.push({ value: conversation.assigneeId ?? '', label: conversation.assigneeName ?? '' });
  return (
    <Select
      className={css.assign}
      aria-label={t('assignee')}
      showSearch={{ filterOption: false, onSearch: setText }}
      value={conversation.assigneeId ?? ''}
      options={options}
      loading={act.isPending}
      onOpenChange={setOpen}
      onChange={(userId) => act.mutate(userId)}
    />
  );
}

/** Staff choose among staff, other users within the tenant of the conversation: the server refuses all others. */
function useOthers(houseId: string, name: string, on: boolean): { value: string; label: string }[] {
  const can = usePermission();
  const staff = can('sysuser:page');
  const colleagues = useQuery({
    ...get('/aty/sysuser/select', { query: { size: 50, ...(name ? { name } : {}) } }),
    enabled: on && staff,
  });
  const users = useQuery({
    ...get('/aty/customerinfo/selector', { query: { houseId, ...(name ? { name } : {}) } }),
    enabled: on && !staff && can('aty:customerinfo:page'),
  });
  const rows: { userId: string; name: string }[] = staff ? (colleagues.data?.records ?? []) : (users.data ?? []);
  return rows.map((u) => ({ value: u.userId, label: u.name }));
}
