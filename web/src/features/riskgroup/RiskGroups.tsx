'use client';
import { useState } from 'react';
import { useView } from '@/kit/page/useView';
import { ResourcePage } from '@/kit/resource/ResourcePage';
import { ImportRisk } from './ImportRisk';
import { RiskMembers } from './RiskMembers';
import { type RiskGroup, useRiskGroups } from './useRiskGroups';

/** Numbers that no order writes to: the list of collections, or one of them by `?id=`. */
export default function RiskGroups() {
  const { id, back } = useView('m_');
  const [importing, setImporting] = useState<RiskGroup | null>(null);
  return (
    <>
      {id ? <RiskMembers id={id} onImport={setImporting} onBack={back} /> : <List onImport={setImporting} />}
      <ImportRisk key={importing?.id} group={importing} onClose={() => setImporting(null)} />
    </>
  );
}

function List({ onImport }: { onImport: (c: RiskGroup) => void }) {
  return <ResourcePage resource={useRiskGroups(onImport)} />;
}
