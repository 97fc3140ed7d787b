'use client';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Time } from '@/kit/cell/cells';
import type { Resource } from '@/kit/resource/descriptor';
import { ResourcePage } from '@/kit/resource/ResourcePage';
import css from './audit.module.css';
import { Entry } from './Entry';
import { LIST, type Line, verbOf } from './line';
import { doneIn, nameOf, useWords } from './words';

/** Who changed what: every change of the house, newest first, each with what it was before and after. */
export default function Audit() {
  const t = useTranslations('audit');
  const { words, ready } = useWords();
  const [shown, setShown] = useState<Line | null>(null);
  const resource: Resource<typeof LIST> = {
    list: LIST,
    export: true,
    title: t('title'),
    note: t('note'),
    empty: t('empty'),
    columns: [
      {
        field: 'createTime',
        title: t('time'),
        sort: true,
        fixed: true,
        render: (r) => <Time value={r.createTime} seconds />,
      },
      { field: 'operator', title: t('operator'), fixed: true, render: (r) => r.operator || '–' },
      {
        field: 'action',
        title: t('action'),
        render: (r) => (
          <span className={css.action} data-verb={verbOf(r.action)}>
            {ready ? doneIn(words, r.action) : null}
          </span>
        ),
      },
      { field: 'object', title: t('object'), ellipsis: true, from: 'sm', render: (r) => nameOf(r) || '–' },
      { field: 'address', title: t('address'), from: 'lg', render: (r) => r.address || '–' },
      { field: 'status', title: t('status'), number: true, hidden: true, sort: true, render: (r) => r.status },
    ],
    filters: [
      { field: 'createTime', label: t('time'), kind: 'days' },
      { field: 'operator', label: t('operator'), kind: 'text' },
      { field: 'action', label: t('filterCall'), kind: 'text' },
      { field: 'object', label: t('objectId'), kind: 'text' },
      { field: 'userId', label: t('userId'), kind: 'text' },
    ],
    actions: [{ key: 'view', label: t('view'), run: (row) => setShown(row) }],
  };
  return (
    <>
      <ResourcePage resource={resource} />
      <Entry line={shown} words={words} onClose={() => setShown(null)} />
    </>
  );
}
