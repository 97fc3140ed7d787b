'use client';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { Resource } from '@/kit/resource/descriptor';
import { ResourcePage } from '@/kit/resource/ResourcePage';
import { useRemoving } from '@/kit/resource/removing';
import { useSwitching } from '@/kit/resource/switching';
import { request } from '@/lib/api/request';
import { AddFile } from './AddFile';
import { BatchFields, type BatchValues } from './BatchFields';
import { BatchImport } from './BatchImport';
import type { Batch } from './batch';

const BATCHES = '/kfsms/batch/page';

const RUNNING = 2000;

type Shows = { show: (b: Batch) => void; addFile: (b: Batch) => void };

function useBatches({ show, addFile }: Shows): Resource<typeof BATCHES, 'numberbatch', BatchValues> {
  const t = useTranslations('numberbatch');
  const switching = useSwitching<Batch, 'numberbatch'>('numberbatch', {
    permission: 'kfsms:batch:edit',
    name: (r) => r.batchNo,
    off: (r) => r.state === 'disabled',
    call: ({ id, from, until, remark }, off) =>
      request('put', '/kfsms/batch', { body: { id, from, until, remark, enabled: !off } }),
  }).map((a) => ({ ...a, shown: (r: Batch) => ['ready', 'disabled'].includes(r.state) && (a.shown?.(r) ?? true) }));
  const remove = useRemoving<Batch, 'numberbatch'>('numberbatch', {
    permission: 'kfsms:batch:del',
    path: '/kfsms/batch/{id}',
    name: (r) => r.batchNo,
    shown: (r) => r.total === 0 && r.state !== 'importing',
  });
  return {
    list: BATCHES,
    words: 'numberbatch',
    note: t('note'),
    columns: {
      batchNo: { sort: true, fixed: true, filter: true },
      dealerName: { sort: true, from: 'md', filter: true },
      countryCode: { as: 'country', sort: true, from: 'sm', filter: 'country' },
      type: { dict: 'resource_type', from: 'sm', filter: true },
      quality: { dict: 'resource_quality', from: 'lg', filter: true },
      age: { dict: 'resource_age', from: 'lg', filter: true },
      state: { dict: 'batch_state', sort: true, filter: true },
      from: { sort: true, from: 'xl' },
      until: { sort: true, from: 'xl' },
      total: { as: 'count', from: 'sm' },
      available: { as: 'count' },
      reserved: { as: 'count', hidden: true },
      assigned: { as: 'count', from: 'md' },
      createTime: { as: 'time', sort: true, from: 'xl', filter: 'days' },
      remark: { ellipsis: true, hidden: true },
    },
    form: {
      add: { permission: 'kfsms:batch:add', label: t('add') },
      update: { permission: 'kfsms:batch:edit', title: (r) => t('edit', { name: r.batchNo }) },
      defaults: { source: 'file' },
      values: ({ from, until, remark }) => ({ from, until, remark }),
      send: ({ source, file, quantity, ...rest }, row) =>
        row
          ? request('put', '/kfsms/batch', {
              body: { id: row.id, from: rest.from, until: rest.until, remark: rest.remark },
            })
          : request('post', '/kfsms/batch', {
              body: source === 'partner' ? { ...rest, quantity: quantity ?? 0 } : { ...rest, fileId: file?.id },
            }),
      fields: ({ mode }) => <BatchFields added={mode === 'add'} />,
    },
    actions: [
      { key: 'import', permission: 'kfsms:batch:page', run: show },
      {
        key: 'addFile',
        permission: 'kfsms:batch:add',
        shown: (r) => r.source === 'file' && ['ready', 'failed'].includes(r.state),
        run: addFile,
      },
      ...switching,
      remove,
    ],
    every: (rows) => rows.some((r) => r.state === 'importing') && RUNNING,
    export: true,
  };
}

/** The batches of numbers that card dealers and the partner bring. */
export default function Batches() {
  const [shown, setShown] = useState<Batch | null>(null);
  const [filled, setFilled] = useState<Batch | null>(null);
  return (
    <>
      <ResourcePage resource={useBatches({ show: setShown, addFile: setFilled })} />
      <AddFile batch={filled} onClose={() => setFilled(null)} onDone={setShown} />
      <BatchImport batch={shown} onClose={() => setShown(null)} />
    </>
  );
}
