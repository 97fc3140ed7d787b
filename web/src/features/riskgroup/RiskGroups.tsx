'use client';
import { useState } from 'react';
import { useView } from '@/kit/page/useView';
import { ResourcePage } from '@/kit/resource/ResourcePage';
import { ScreenModal } from '@/ordering/screening/ScreenModal';
import { ImportRisk } from './ImportRisk';
import { RiskMembers } from './RiskMembers';
import { type RiskGroup, type RiskGroupActions, useRiskGroups } from './useRiskGroups';

/** Numbers that no order writes to: the list of collections, or one of them by `?id=`. */
export default function RiskGroups() {
  const { id, back } = useView('m_');
  const [importing, setImporting] = useState<RiskGroup | null>(null);
  const [screened, setScreened] = useState<RiskGroup | null>(null);
  const opens = { onImport: setImporting, onScreen: setScreened };
  return (
    <>
      {id ? <RiskMembers id={id} {...opens} onBack={back} /> : <List {...opens} />}
      <ScreenModal target="risk" collection={screened} onClose={() => setScreened(null)} />
      <ImportRisk key={importing?.id} group={importing} onClose={() => setImporting(null)} />
    </>
  );
}

function List(opens: RiskGroupActions) {
  return <ResourcePage resource={useRiskGroups(opens)} />;
}
