import { useQuery } from '@tanstack/react-query';
import { Alert, type FormInstance, Input, Segmented } from 'antd';
import { useTranslations } from 'next-intl';
import { usePermission } from '@/kit/access/Can';
import { formOf } from '@/kit/form/formOf';
import { LanguageSelect } from '@/kit/input/LanguageSelect';
import { LovPicker } from '@/kit/lov/LovPicker';
import { UploadField } from '@/kit/upload/UploadField';
import type { Uploaded } from '@/kit/upload/upload';
import { useLimit } from '@/kit/useLimit';
import { get } from '@/lib/api/query';
import { Select } from '@/ui/Select';
import type { Recording } from './recording';

const { Field, NumberField, useWatch } = formOf<RecordingFormValues>();

export type RecordingFormValues = {
  way: 'file' | 'voice';
  name: string;
  language: string;
  speakerName?: string;
  file?: Uploaded;
  engineId?: string;
  content?: string;
  volume?: number;
  pitch?: number;
  speed?: number;
  customerId?: string;
};

/** Most engines that a selector gives. */
const MAX_ENGINES = 100;

/** Fields of a recording. The source of its sound cannot change later. */
export function RecordingFields({ row, form }: { row?: Recording; form: FormInstance<RecordingFormValues> }) {
  const t = useTranslations('recording');
  const may = usePermission();
  const way = useWatch('way', form) ?? 'file';
  const bytes = useLimit('audio.bytes');
  const seconds = useLimit('recording.seconds');
  return (
    <>
      {!row && may({ types: [1, 11] }) && (
        <Field name="customerId" label={t('customerId')} required={may({ types: [1] })}>
          <LovPicker keyword="customer" multiple={false} label={t('customerId')} />
        </Field>
      )}
      <Field name="name" label={t('name')} required>
        <Input maxLength={50} autoComplete="off" />
      </Field>
      <Field name="way" label={t('way')} hidden={Boolean(row)} required>
        <Segmented
          block
          options={[
            { value: 'file', label: t('wayFile') },
            { value: 'voice', label: t('wayVoice') },
          ]}
        />
      </Field>
      <Field name="language" label={t('language')} required>
        <LanguageSelect />
      </Field>
      {way === 'file' && !row && (
        <Field name="file" label={t('file')} extra={t('fileHint', { seconds })} required>
          <UploadField
            kind="audio"
            max={bytes}
            onRefused={(why) => form.setFields([{ name: 'file', errors: [why] }])}
          />
        </Field>
      )}
      {way === 'voice' && <VoiceFields form={form} />}
      <Field name="speakerName" label={t('speakerName')}>
        <Input maxLength={50} autoComplete="off" />
      </Field>
    </>
  );
}

/** Fields of the speech: voice, text and style. */
function VoiceFields({ form }: { form: FormInstance<RecordingFormValues> }) {
  const t = useTranslations('recording');
  const characters = useLimit('recording.characters');
  const language = useWatch('language', form);
  const chosen = useWatch('engineId', form);
  const found = useQuery(get('/call/engine/selector', { query: { size: MAX_ENGINES } }));
  const engines = found.data?.records?.filter((e) => language && e.languages?.includes(language)) ?? [];
  const engine = engines.find((e) => e.id === chosen);
  const pitch = engine?.pitch !== false;
  return (
    <>
      {found.data && engines.length === 0 && (
        <Alert type="info" showIcon title={t('noEngine')} style={{ marginBlockEnd: 24 }} />
      )}
      <Field name="engineId" label={t('engineName')} extra={engine?.charged ? t('charged') : undefined} required>
        <Select
          loading={found.isLoading}
          options={engines.map((e) => ({ value: e.id, label: e.name }))}
          onChange={() => form.setFieldValue('pitch', 0)}
        />
      </Field>
      <Field name="content" label={t('content')} extra={t('contentHint', { n: characters })} required>
        <Input.TextArea maxLength={characters} showCount autoSize={{ minRows: 4, maxRows: 12 }} />
      </Field>
      <NumberField name="volume" label={t('volume')} min={10} max={150} />
      <NumberField
        name="pitch"
        label={t('pitch')}
        extra={pitch ? undefined : t('noPitch')}
        min={-50}
        max={50}
        input={{ disabled: !pitch }}
      />
      <NumberField name="speed" label={t('speed')} min={50} max={200} />
    </>
  );
}
