'use client';
import { Input, Switch } from 'antd';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { to } from '@/kit/api/to';
import type { BodyOf, RecordOf } from '@/kit/api/types';
import { DictTag } from '@/kit/cell/cells';
import { Field } from '@/kit/form/Field';
import { LanguageSelect } from '@/kit/input/LanguageSelect';
import { DictSelect } from '@/kit/input/selects';
import type { Resource } from '@/kit/resource/descriptor';
import { ResourcePage } from '@/kit/resource/ResourcePage';
import { TestEngine } from './TestEngine';

export type Engine = RecordOf<'/call/engine/page'>;
type Values = Omit<BodyOf<'post', '/call/engine'>, 'id'>;

/** What an engine is. Its key is written and never shown: what is left empty stays as it is. */
function Fields({ row }: { row?: Engine }) {
  const t = useTranslations('voiceengine');
  return (
    <>
      <Field name="name" label={t('name')} required>
        <Input maxLength={50} autoComplete="off" />
      </Field>
      <Field name="provider" label={t('provider')} required>
        <DictSelect code="voice_provider" />
      </Field>
      <Field name="speakerName" label={t('speakerName')} required>
        <Input maxLength={50} autoComplete="off" />
      </Field>
      <Field name="feature" label={t('feature')} required>
        <DictSelect code="voice_feature" />
      </Field>
      <Field name="languages" label={t('languages')} required>
        <LanguageSelect mode="multiple" />
      </Field>
      <Field name="gender" label={t('gender')}>
        <DictSelect code="gender" allowClear />
      </Field>
      <Field name="key" label={t('key')} extra={t(row?.key ? 'keyKept' : 'keyHint')}>
        <Input.Password maxLength={500} autoComplete="new-password" placeholder={row?.key} visibilityToggle={false} />
      </Field>
      <Field name="charged" label={t('charged')} valuePropName="checked">
        <Switch />
      </Field>
    </>
  );
}

function useEngines(onTest: (e: Engine) => void): Resource<'/call/engine/page', 'voiceengine', Values> {
  const t = useTranslations('voiceengine');
  const use = (usable: boolean) => (e: Engine) => to('put', '/call/engine/usable', { body: { id: e.id, usable } });
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
          ? to('put', '/call/engine', { body: { ...all, id: row.id } })
          : to('post', '/call/engine', { body: all });
      },
      fields: ({ row }) => <Fields row={row} />,
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
      {
        key: 'del',
        danger: true,
        permission: 'call:engine:del',
        confirm: (e) => ({ title: t('delTitle', { name: e.name }), content: t('delText') }),
        call: (e) => to('delete', '/call/engine/{id}', { path: { id: e.id } }),
        done: t('deleted'),
      },
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
