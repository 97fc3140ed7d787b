'use client';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { DictTag } from '@/kit/cell/cells';
import type { Resource } from '@/kit/resource/descriptor';
import { ResourcePage } from '@/kit/resource/ResourcePage';
import { useRemoving } from '@/kit/resource/removing';
import { request } from '@/lib/api/request';
import { EngineFields } from './EngineFields';
import type { Engine, EngineFormValues } from './engine';
import { TestEngine } from './TestEngine';

function useEngines(onTest: (e: Engine) => void): Resource<'/call/engine/page', 'voiceengine', EngineFormValues> {
  const t = useTranslations('voiceengine');
  const use = (usable: boolean) => (e: Engine) => request('put', '/call/engine/usable', { body: { id: e.id, usable } });
  return {
    list: '/call/engine/page',
    words: 'voiceengine',
    columns: {
      name: { sort: true, fixed: true, filter: true },
      speakerName: { sort: true, filter: true },
      provider: { dict: 'voice_provider', sort: true, from: 'lg' },
      feature: { dict: 'voice_feature', from: 'md', filter: true },
      languages: { from: 'sm', cell: (e) => e.languages?.join(' ') },
      gender: { dict: 'gender', from: 'lg' },
      key: { as: 'code', from: 'lg' },
      charged: { from: 'md', cell: (e) => t(e.charged ? 'charged' : 'free'), filter: { either: ['charged', 'free'] } },
      enabled: { cell: (e) => <DictTag code="sys_enable" value={e.enabled} />, filter: { either: ['on', 'off'] } },
      createTime: { as: 'time', sort: true, from: 'xl', filter: 'days' },
    },
    form: {
      add: { permission: 'call:engine:add' },
      update: { permission: 'call:engine:edit', title: t('edit') },
      defaults: { provider: 'polly', feature: 'neural' },
      values: ({ name, provider, speakerName, feature, languages, gender, charged }) => ({
        name,
        provider,
        speakerName,
        feature,
        languages: languages ?? [],
        gender,
        charged,
      }),
      send: ({ key, gender = '', charged = false, ...body }, row) => {
        const all = { ...body, gender, charged, ...(key ? { key } : {}) };
        return row
          ? request('put', '/call/engine', { body: { ...all, id: row.id } })
          : request('post', '/call/engine', { body: all });
      },
      fields: ({ row, form }) => <EngineFields row={row} form={form} />,
    },
    actions: [
      { key: 'test', permission: 'call:engine:test', shown: (e) => e.enabled, run: (e) => onTest(e) },
      {
        key: 'enable',
        permission: 'call:engine:usable',
        shown: (e) => !e.enabled,
        call: use(true),
        done: t('switched'),
      },
      {
        key: 'disable',
        permission: 'call:engine:usable',
        shown: (e) => e.enabled,
        call: use(false),
        done: t('switched'),
      },
      useRemoving('voiceengine', { permission: 'call:engine:del', path: '/call/engine/{id}', name: (e) => e.name }),
    ],
    export: true,
  };
}

/** Voice engines: which there are, what they speak, and how they sound. */
export default function Engines() {
  const [tested, setTested] = useState<Engine | null>(null);
  return (
    <>
      <ResourcePage resource={useEngines(setTested)} />
      <TestEngine key={tested?.id} engine={tested} onClose={() => setTested(null)} />
    </>
  );
}
