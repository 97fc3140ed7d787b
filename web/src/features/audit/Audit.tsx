'use client';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { Resource } from '@/kit/resource/descriptor';
import { ResourcePage } from '@/kit/resource/ResourcePage';
import type { Columns } from '@/kit/resource/schema';
import { AuditSentence } from './AuditSentence';
import { Entry } from './Entry';
import { AUDIT_LIST, type Line } from './line';
import { nameOf, useAuditTexts } from './texts';

/** The audit log: every change on the platform, newest first, with the values before and after. */
export default function Audit() {
  const t = useTranslations('audit');
  const { words, ready } = useAuditTexts();
  // The filter's value is a part of the call as the log stores it.
  const kinds = Object.entries(words.done)
    .map(([call, label]) => ({ value: call.replace(' /', ' /api/'), label }))
    .toSorted((a, b) => a.label.localeCompare(b.label));
  const [shown, setShown] = useState<Line | null>(null);
  const columns: Columns<typeof AUDIT_LIST, 'audit'> = {
    createTime: { as: 'second', sort: true, fixed: true, filter: 'days' },
    operator: { fixed: true, filter: true },
    action: {
      cell: (r) => (ready ? <AuditSentence line={r} words={words} /> : null),
      fact: (r) => <code>{r.action}</code>,
      filter: { options: kinds },
      filterTitle: t('filterCall'),
    },
    object: {
      ellipsis: true,
      from: 'sm',
      cell: (r) => nameOf(r) || '–',
      fact: (r) => (r.object ? <code>{r.object}</code> : '–'),
      filter: true,
      filterTitle: t('objectId'),
    },
    address: { from: 'lg' },
    status: { number: true, hidden: true, sort: true },
    userId: { as: 'code', only: 'detail', filter: true },
  };
  const resource: Resource<typeof AUDIT_LIST, 'audit'> = {
    list: AUDIT_LIST,
    words: 'audit',
    export: true,
    columns,
    actions: [{ key: 'view', run: (row) => setShown(row) }],
  };
  return (
    <>
      <ResourcePage resource={resource} />
      <Entry line={shown} columns={columns} words={words} onClose={() => setShown(null)} />
    </>
  );
}
