'use client';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { usePermission } from '@/kit/access/Can';
import type { Resource } from '@/kit/resource/descriptor';
import { ResourcePage } from '@/kit/resource/ResourcePage';
import { useRemoving } from '@/kit/resource/removing';
import { request } from '@/lib/api/request';
import { Listen } from './Listen';
import { RecordingFields, type RecordingFormValues } from './RecordingFields';
import type { Recording } from './recording';

/** Polling interval of a list while a recording is generated, in ms. */
const MAKING = 2000;

function useRecordings(
  onListen: (r: Recording) => void,
): Resource<'/call/recording/page', 'recording', RecordingFormValues> {
  const t = useTranslations('recording');
  const may = usePermission();
  return {
    list: '/call/recording/page',
    words: 'recording',
    columns: {
      name: { sort: true, fixed: true, filter: true },
      state: { dict: 'recording_state', sort: true, filter: true },
      seconds: {
        sort: true,
        number: true,
        cell: (r) => (r.state === 'ready' ? t('secondsOf', { n: r.seconds }) : r.reason),
      },
      language: { as: 'code', sort: true, from: 'sm' },
      source: { dict: 'recording_source', from: 'md', filter: true },
      speakerName: { sort: true, from: 'md', filter: true },
      engineName: { from: 'xl', filter: true },
      customerName: may({ types: [1, 11] }) && { sort: true, from: 'lg', filter: true },
      createTime: { as: 'time', sort: true, from: 'lg', filter: 'days' },
    },
    form: {
      add: { permission: 'call:recording:add' },
      update: { permission: 'call:recording:edit', title: t('edit'), shown: (r) => r.state !== 'making' },
      defaults: { way: 'file', language: 'id-ID', volume: 100, pitch: 0, speed: 100 },
      values: ({ name, speakerName, language, content, engineId, volume, pitch, speed, source }) => ({
        way: source === 'upload' ? 'file' : 'voice',
        name,
        speakerName,
        language,
        content,
        engineId,
        volume,
        pitch,
        speed,
      }),
      send: (
        { way, file, engineId, customerId, name, speakerName = '', language, content = '', volume, pitch, speed },
        row,
      ) => {
        const told = { name, speakerName, language, content };
        const spoken = way === 'voice' ? { engineId, volume, pitch, speed } : {};
        return row
          ? request('put', '/call/recording', { body: { id: row.id, ...told, ...spoken } })
          : request('post', '/call/recording', {
              body: {
                ...told,
                ...spoken,
                ...(way === 'file' ? { fileId: file?.id } : {}),
                ...(customerId ? { customerId } : {}),
              },
            });
      },
      fields: ({ row, form }) => <RecordingFields row={row} form={form} />,
    },
    actions: [
      { key: 'listen', permission: 'call:recording:page', shown: (r) => r.state === 'ready', run: (r) => onListen(r) },
      useRemoving('recording', { permission: 'call:recording:del', path: '/call/recording/{id}', name: (r) => r.name }),
    ],
    export: { permission: 'call:recording:export' },
    every: (rows) => (rows.some((r) => r.state === 'making') ? MAKING : false),
  };
}

/** Recordings: what is played on the phone, brought as a wav or spoken by a voice engine. */
export default function Recordings() {
  const [heard, setHeard] = useState<Recording | null>(null);
  return (
    <>
      <ResourcePage resource={useRecordings(setHeard)} />
      <Listen key={heard?.id} recording={heard} onClose={() => setHeard(null)} />
    </>
  );
}
