'use client';

import { Button, Progress } from 'antd';
import { useTranslations } from 'next-intl';
import { POLL } from '@/core/constants';
import type { RecordOf } from '@/kit/api/types';
import { Count, DictTag, Time } from '@/kit/cell/cells';
import { saveTask } from '@/kit/export/exportFile';
import { report } from '@/kit/feedback';
import type { Resource } from '@/kit/resource/descriptor';
import { ResourcePage } from '@/kit/resource/ResourcePage';

const LIST = '/uf/export/page';
type Row = RecordOf<typeof LIST>;

function State({ row }: { row: Row }) {
  const t = useTranslations('exportList');
  if (row.status === 'running') {
    const part = row.total > 0 ? Math.floor((row.done / row.total) * 100) : 0;
    return <Progress percent={part} size="small" aria-label={t('progress', { name: row.name })} />;
  }
  return (
    <>
      <DictTag code="export_status" value={row.status} />
      {row.message && <span>{row.message}</span>}
    </>
  );
}

function useExportResource(): Resource<typeof LIST> {
  const t = useTranslations('exportList');
  return {
    list: LIST,
    title: t('title'),
    note: t('note'),
    empty: t('empty'),
    columns: [
      { field: 'name', title: t('name'), sort: true, fixed: true, render: (r) => r.name },
      { field: 'status', title: t('status'), sort: true, render: (r) => <State row={r} /> },
      {
        field: 'total',
        title: t('rows'),
        number: true,
        from: 'sm',
        render: (r) => <Count value={r.status === 'running' ? r.done : r.total} />,
      },
      {
        field: 'createTime',
        title: t('created'),
        sort: true,
        from: 'md',
        render: (r) => <Time value={r.createTime} />,
      },
      { field: 'expireTime', title: t('expires'), from: 'lg', render: (r) => <Time value={r.expireTime} /> },
      {
        field: 'file',
        title: t('file'),
        render: (r) =>
          r.url ? (
            <Button
              size="small"
              onClick={() => saveTask(r.id).catch(report)}
              aria-label={t('saveOf', { name: r.name })}
            >
              {t('save')}
            </Button>
          ) : (
            '–'
          ),
      },
    ],
    filters: [
      { field: 'name', label: t('name'), kind: 'text' },
      { field: 'status', label: t('status'), kind: 'dict', code: 'export_status' },
    ],
    every: (rows) => (rows.some((r) => r.status === 'running') ? POLL.task : false),
  };
}

/** The caller's background exports of the last 30 days, with their files. */
export default function Exports() {
  return <ResourcePage resource={useExportResource()} />;
}
