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
import { type Detail, LEAD, LEADS } from './lead';
import css from './lead.module.css';

/** Assigns a lead: to the caller, to no user, to its promoter, or to a user in the caller's scope. */
export function Assign({ lead }: { lead: Detail }) {
  const t = useTranslations('lead');
  const may = usePermission()('channel:lead:assign');
  const me = useSession((s) => s.info?.userId) ?? '';
  const [text, setText] = useState('');
  const [open, setOpen] = useState(false);
  const others = useOthers(lead.customerId, useDebounced(text, SEARCH_PAUSE), open);
  const act = useApiMutation(
    (userId: string) => request('put', '/channel/lead/{id}/assign', { path: { id: lead.id }, body: { userId } }),
    { changes: [LEAD, LEADS] },
  );
  const options = [
    { value: '', label: t('nobody') },
    { value: me, label: t('me') },
  ];
  const add = (value: string, label: string) => {
    if (!options.some((o) => o.value === value)) options.push({ value, label });
  };
  if (lead.promoterId) add(lead.promoterId, lead.promoterName);
  for (const u of others) add(u.userId, u.name);
  add(lead.assigneeId, lead.assigneeName);
  return (
    <div className={css.assign}>
      <span>{t('assigneeName')}</span>
      {may ? (
        <Select
          aria-label={t('assigneeName')}
          style={{ minWidth: 200 }}
          showSearch={{ filterOption: false, onSearch: setText }}
          value={lead.assigneeId}
          options={options}
          loading={act.isPending}
          onOpenChange={setOpen}
          onChange={(userId) => act.mutate(userId)}
        />
      ) : (
        <b>{lead.assigneeName || t('nobody')}</b>
      )}
    </div>
  );
}

/** Staff choose among staff, other users among those of the lead's customer: the server refuses all others. */
function useOthers(houseId: string, name: string, on: boolean): { userId: string; name: string }[] {
  const can = usePermission();
  const staff = can('sysuser:page');
  const part = name ? { name } : {};
  const colleagues = useQuery({
    ...get('/aty/sysuser/select', { query: { size: 50, ...part } }),
    enabled: on && staff,
  });
  const users = useQuery({
    ...get('/aty/customerinfo/selector', { query: { houseId, ...part } }),
    enabled: on && !staff && houseId !== 'platform' && can('aty:customerinfo:page'),
  });
  return staff ? (colleagues.data?.records ?? []) : (users.data ?? []);
}
