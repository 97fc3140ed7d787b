'use client';
import { useState } from 'react';
import type { Resource } from '@/kit/resource/descriptor';
import { ResourcePage } from '@/kit/resource/ResourcePage';
import { AuditSentence } from './AuditSentence';
import { Entry } from './Entry';
import { AUDIT_LIST, type Line } from './line';
import { useAuditTexts } from './texts';

/** The audit log of a user; a part of a customer's or an agent's page. */
export default function UserAudit({ userId }: { userId: string }) {
  const { words, ready } = useAuditTexts();
  const [shown, setShown] = useState<Line | null>(null);
  const resource: Resource<typeof AUDIT_LIST, 'audit'> = {
    list: AUDIT_LIST,
    words: 'audit',
    prefix: 'c_audit_',
    fixed: { object: userId },
    columns: {
      createTime: { as: 'second', sort: true, fixed: true, filter: 'days' },
      action: { fixed: true, cell: (r) => (ready ? <AuditSentence line={r} words={words} /> : null) },
      operator: { only: 'filter', filter: true },
      address: { from: 'md' },
    },
    actions: [{ key: 'view', run: (row) => setShown(row) }],
  };
  return (
    <>
      <ResourcePage resource={resource} bare />
      <Entry line={shown} words={words} onClose={() => setShown(null)} />
    </>
  );
}
