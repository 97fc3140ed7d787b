'use client';
import { useState } from 'react';
import { useView } from '@/kit/page/useView';
import { ResourcePage } from '@/kit/resource/ResourcePage';
import { useSession } from '@/lib/session';
import { AgentPage } from './AgentPage';
import { AGENT_TYPE } from './agent';
import { CreditModal, type OpenCreditDialog } from './CreditModal';
import { useAgentsList } from './useAgents';

/** The page of agents: the list, or one by `?id=`; an agent sees its own at once. */
export default function Agents() {
  const { id, back } = useView('c_');
  const own = useSession((s) => (s.attributes?.type === AGENT_TYPE ? s.info?.userId : undefined));
  const [open, setOpen] = useState<OpenCreditDialog | null>(null);
  const shown = own ?? id;
  return (
    <>
      {shown ? <AgentPage key={shown} id={shown} open={setOpen} onBack={back} /> : <List open={setOpen} />}
      <CreditModal open={open} onClose={() => setOpen(null)} />
    </>
  );
}

function List({ open }: { open: (o: OpenCreditDialog) => void }) {
  return <ResourcePage resource={useAgentsList(open)} />;
}
