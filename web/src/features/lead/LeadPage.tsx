import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { ActionButton } from '@/kit/action/ActionButton';
import { DictTag } from '@/kit/dict/DictTag';
import { DetailPage } from '@/kit/page/DetailPage';
import { Panel } from '@/kit/page/Page';
import { useRequestMutation } from '@/lib/api/mutation';
import { get } from '@/lib/api/query';
import { request } from '@/lib/api/request';
import { usePathOf } from '@/lib/router/usePathOf';
import { Link } from '@/ui/Link';
import { Assign } from './Assign';
import { ConvertForm } from './ConvertForm';
import { History } from './History';
import { LostForm } from './LostForm';
import { type Detail, LEAD, LEADS, nameOf } from './lead';
import { NextForm } from './NextForm';
import { NoteForm } from './NoteForm';
import { useLeadColumns } from './useLeadColumns';

export const LEAD_PATHS = [LEAD, LEADS] as const;
type Open = 'lost' | 'convert' | 'next' | null;

/** Page of a lead: how it is reached, what can be done with it, and what happened to it. */
export function LeadPage({ id, onBack }: { id: string; onBack: () => void }) {
  const t = useTranslations('lead');
  const query = useQuery(get(LEAD, { path: { id } }));
  const columns = useLeadColumns();
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const lead = query.data;
  return (
    <>
      <DetailPage
        words="lead"
        columns={columns}
        query={query}
        back={{ label: t('back'), onClick: onBack }}
        title={(r) => (
          <>
            {nameOf(r, t('erased'))} <DictTag code="lead_status" value={r.status} />
          </>
        )}
        note={() => lead && <BecameCustomer lead={lead} />}
        actions={() => lead && <Actions lead={lead} onOpen={setOpen} />}
      >
        {lead && (
          <>
            {!lead.erased && (
              <Panel title={t('followUp')}>
                <Assign lead={lead} />
                <NoteForm id={id} />
              </Panel>
            )}
            <Panel title={t('history')}>
              <History entries={lead.history} />
            </Panel>
          </>
        )}
      </DetailPage>
      {lead && (
        <>
          <LostForm id={id} open={open === 'lost'} onClose={close} />
          <NextForm lead={lead} open={open === 'next'} onClose={close} />
          <ConvertForm lead={lead} open={open === 'convert'} onClose={close} />
        </>
      )}
    </>
  );
}

function BecameCustomer({ lead }: { lead: Detail }) {
  const t = useTranslations('lead');
  const customers = usePathOf('aty/customer');
  if (!lead.userId) return lead.erased ? t('erasedNote') : t('cameBy', { channel: lead.channelName });
  return customers ? <Link to={`${customers}?id=${lead.userId}`}>{t('toCustomer')}</Link> : t('isCustomer');
}

const EDIT = { permission: 'channel:lead:edit' } as const;

function Actions({ lead, onOpen }: { lead: Detail; onOpen: (what: Open) => void }) {
  const t = useTranslations('lead');
  const act = useRequestMutation({ changes: LEAD_PATHS });
  const can = (status: string) => lead.next.includes(status);
  const move = (status: 'contacted' | 'qualified' | 'converted') =>
    can(status) && (
      <ActionButton
        gate={EDIT}
        onAct={() => act.mutateAsync(request('put', '/channel/lead/status', { body: { id: lead.id, status } }))}
      >
        {t(`mark.${status}`)}
      </ActionButton>
    );
  const going = lead.status !== 'lost' && lead.status !== 'converted' && !lead.erased;
  return (
    <>
      {move('contacted')}
      {move('qualified')}
      {move('converted')}
      {going && (
        <ActionButton gate={EDIT} onAct={() => onOpen('next')}>
          {t('setNext')}
        </ActionButton>
      )}
      {can('lost') && (
        <ActionButton gate={EDIT} onAct={() => onOpen('lost')}>
          {t('mark.lost')}
        </ActionButton>
      )}
      {lead.convertible && lead.status !== 'converted' && !lead.erased && (
        <ActionButton gate={{ permission: 'channel:lead:convert' }} type="primary" onAct={() => onOpen('convert')}>
          {t('convert')}
        </ActionButton>
      )}
      {!lead.erased && (
        <ActionButton
          gate={{ permission: 'channel:lead:erase' }}
          danger
          confirm={{ title: t('eraseTitle'), content: t('eraseText'), ok: t('erase') }}
          onAct={() => act.mutateAsync(request('put', '/channel/lead/{id}/erase', { path: { id: lead.id } }))}
        >
          {t('erase')}
        </ActionButton>
      )}
    </>
  );
}
