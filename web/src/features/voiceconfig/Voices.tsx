'use client';
import { Input } from 'antd';
import { useTranslations } from 'next-intl';
import { formOf } from '@/kit/form/formOf';
import { LanguageSelect } from '@/kit/input/LanguageSelect';
import { DictSelect } from '@/kit/input/selects';
import type { Resource } from '@/kit/resource/descriptor';
import { ResourcePage } from '@/kit/resource/ResourcePage';
import { useRemoving } from '@/kit/resource/removing';
import { request } from '@/lib/api/request';
import type { BodyOf } from '@/lib/api/types';

const { Field, NumberField } = formOf<VoiceFormValues>();

type VoiceFormValues = Omit<BodyOf<'post', '/call/voice'>, 'id'>;

function Fields() {
  const t = useTranslations('voiceconfig');
  return (
    <>
      <Field name="name" label={t('name')} required>
        <Input maxLength={50} autoComplete="off" />
      </Field>
      <Field name="provider" label={t('provider')} required>
        <DictSelect code="voice_provider" />
      </Field>
      <Field name="voiceKey" label={t('voiceKey')} extra={t('voiceKeyHint')} required>
        <Input maxLength={50} autoComplete="off" />
      </Field>
      <Field name="feature" label={t('feature')} required>
        <DictSelect code="voice_feature" />
      </Field>
      <Field name="ttsLang" label={t('ttsLang')} required>
        <LanguageSelect />
      </Field>
      <NumberField name="speed" label={t('speed')} min={50} max={200} />
    </>
  );
}

function useVoices(): Resource<'/call/voice/page', 'voiceconfig', VoiceFormValues> {
  const t = useTranslations('voiceconfig');
  return {
    list: '/call/voice/page',
    words: 'voiceconfig',
    columns: {
      name: { sort: true, fixed: true, filter: true },
      voiceKey: { as: 'code', sort: true, filter: true },
      provider: { dict: 'voice_provider', sort: true, from: 'md' },
      ttsLang: { as: 'code', sort: true },
      feature: { dict: 'voice_feature', sort: true, from: 'sm', filter: true },
      speed: { sort: true, number: true, from: 'md', cell: (v) => v.speed },
      createTime: { as: 'time', sort: true, from: 'lg', filter: 'days' },
    },
    form: {
      add: { permission: 'call:voice:add' },
      update: { permission: 'call:voice:edit', title: t('edit') },
      defaults: { provider: 'polly', feature: 'neural', speed: 100 },
      values: ({ name, voiceKey, provider, speed, ttsLang, feature }) => ({
        name,
        voiceKey,
        provider,
        speed,
        ttsLang,
        feature,
      }),
      send: (body, row) =>
        row
          ? request('put', '/call/voice', { body: { ...body, id: row.id } })
          : request('post', '/call/voice', { body }),
      fields: () => <Fields />,
    },
    actions: [
      useRemoving('voiceconfig', { permission: 'call:voice:del', path: '/call/voice/{id}', name: (v) => v.name }),
    ],
    export: true,
  };
}

/** The voice-synthesis configuration: voices that engines are made of. */
export default function Voices() {
  return <ResourcePage resource={useVoices()} />;
}
