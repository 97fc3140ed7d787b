'use client';
import { Input, Switch } from 'antd';
import { useTranslations } from 'next-intl';
import { DictTag } from '@/kit/cell/cells';
import { formOf } from '@/kit/form/formOf';
import type { Resource } from '@/kit/resource/descriptor';
import { ResourcePage } from '@/kit/resource/ResourcePage';
import { useRemoving } from '@/kit/resource/removing';
import { request } from '@/lib/api/request';

const { Field, NumberField } = formOf<VoiceLanguageValues>();

type VoiceLanguageValues = { code: string; name: string; enabled: boolean; sort?: number };

function useLanguages(): Resource<'/call/language/page', 'voicelanguage', VoiceLanguageValues> {
  const t = useTranslations('voicelanguage');
  return {
    list: '/call/language/page',
    words: 'voicelanguage',
    columns: {
      name: { sort: true, fixed: true, filter: true },
      code: { as: 'code', sort: true, filter: true },
      enabled: { cell: (l) => <DictTag code="sys_enable" value={l.enabled} />, filter: { either: ['on', 'off'] } },
      sort: { sort: true, number: true, from: 'md', cell: (l) => l.sort },
    },
    form: {
      add: { permission: 'call:language:add' },
      update: { permission: 'call:language:edit', title: t('edit') },
      defaults: { enabled: true },
      values: ({ code, name, enabled, sort }) => ({ code, name, enabled, sort }),
      send: ({ code, name, enabled, sort }, row) =>
        row
          ? request('put', '/call/language', { body: { id: row.id, name, enabled, sort } })
          : request('post', '/call/language', { body: { code, name, enabled, sort } }),
      fields: ({ mode }) => (
        <>
          {mode === 'add' && (
            <Field name="code" label={t('code')} extra={t('codeHint')} required>
              <Input maxLength={16} autoComplete="off" />
            </Field>
          )}
          <Field name="name" label={t('name')} required>
            <Input maxLength={50} autoComplete="off" />
          </Field>
          <NumberField name="sort" label={t('sort')} min={0} max={9999} />
          <Field name="enabled" label={t('on')} valuePropName="checked">
            <Switch />
          </Field>
        </>
      ),
    },
    actions: [
      useRemoving('voicelanguage', {
        permission: 'call:language:del',
        shown: (l) => !l.shipped,
        path: '/call/language/{id}',
        name: (l) => l.name,
      }),
    ],
    export: true,
  };
}

/** Languages that recordings are spoken in. */
export default function Languages() {
  return <ResourcePage resource={useLanguages()} />;
}
