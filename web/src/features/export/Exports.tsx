'use client';
import { Button, Progress } from 'antd';
import { useTranslations } from 'next-intl';
import { Count, DictTag } from '@/kit/cell/cells';
import type { Resource } from '@/kit/resource/descriptor';
import { ResourcePage } from '@/kit/resource/ResourcePage';
import { useLimit } from '@/kit/useLimit';
import type { RecordOf } from '@/lib/api/types';
import { POLL } from '@/lib/constants';
import { saveTask } from '@/lib/exportFile';
import { useFormat } from '@/lib/format';
import { showError } from '@/lib/notifier';

const EXPORT_LIST = '/uf/export/page';
type Row = RecordOf<typeof EXPORT_LIST>;

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

function Save({ row }: { row: Row }) {
  const t = useTranslations('exportList');
  if (!row.url) return '–';
  return (
    <Button size="small" onClick={() => saveTask(row.id).catch(showError)} aria-label={t('saveOf', { name: row.name })}>
      {t('save')}
    </Button>
  );
}

const EXPORTS: Resource<typeof EXPORT_LIST, 'exportList'> = {
  list: EXPORT_LIST,
  words: 'exportList',
  columns: {
    name: { sort: true, fixed: true, filter: true },
    status: { dict: 'export_status', sort: true, cell: (r) => <State row={r} />, filter: true },
    total: { as: 'count', from: 'sm', cell: (r) => <Count value={r.status === 'running' ? r.done : r.total} /> },
    createTime: { as: 'time', sort: true, from: 'md' },
    expireTime: { as: 'time', from: 'lg' },
    url: { cell: (r) => <Save row={r} /> },
  },
  every: (rows) => (rows.some((r) => r.status === 'running') ? POLL.task : false),
};

/** The caller's background exports of the last 30 days, with their files. */
export default function Exports() {
  const t = useTranslations('exportList');
  const f = useFormat();
  const note = t('note', { rows: f.count(useLimit('export.rows.inline')) });
  return <ResourcePage resource={{ ...EXPORTS, note }} />;
}
