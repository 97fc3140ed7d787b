'use client';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { Resource } from '@/kit/resource/descriptor';
import { ResourcePage } from '@/kit/resource/ResourcePage';
import type { Columns } from '@/kit/resource/schema';
import { AuditSentence } from './AuditSentence';
import { Entry } from './Entry';
import { AUDIT_LIST, type Line } from './line';
import { useAuditTexts } from './texts';

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
    action: {
      fixed: true,
      only: 'list',
      cell: (r) => (ready ? <AuditSentence line={r} words={words} /> : null),
      filter: { options: kinds },
      filterTitle: t('filterCall'),
    },
    operator: { only: 'filter', filter: true },
    object: { only: 'filter', filter: true, filterTitle: t('objectId') },
    userId: { only: 'filter', filter: true },
    address: { from: 'lg' },
    status: { number: true, hidden: true, sort: true, only: 'list' },
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
      <Entry line={shown} words={words} onClose={() => setShown(null)} />
    </>
  );
}
