'use client';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { Resource } from '@/kit/resource/descriptor';
import { ResourcePage } from '@/kit/resource/ResourcePage';
import type { Columns } from '@/kit/resource/schema';
import css from './audit.module.css';
import { Entry } from './Entry';
import { LIST, type Line, verbOf } from './line';
import { doneIn, nameOf, useWords } from './words';

/** Who changed what: every change of the house, newest first, each with what it was before and after. */
export default function Audit() {
  const t = useTranslations('audit');
  const { words, ready } = useWords();
  const [shown, setShown] = useState<Line | null>(null);
  const columns: Columns<typeof LIST, 'audit'> = {
    createTime: { as: 'second', sort: true, fixed: true, filter: 'days' },
    operator: { fixed: true, filter: true },
    action: {
      cell: (r) => (
        <span className={css.action} data-verb={verbOf(r.action)}>
          {ready ? doneIn(words, r.action) : null}
        </span>
      ),
      fact: (r) => <code>{r.action}</code>,
      filter: true,
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
  const resource: Resource<typeof LIST, 'audit'> = {
    list: LIST,
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
