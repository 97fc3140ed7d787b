import { Form, type FormInstance, Input, Switch } from 'antd';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { usePermission } from '@/kit/access/Can';
import { formOf } from '@/kit/form/formOf';
import { LanguageSelect } from '@/kit/input/LanguageSelect';
import { DictSelect } from '@/kit/input/selects';
import { LovPicker } from '@/kit/lov/LovPicker';
import type { Engine, EngineFormValues } from './engine';

const { Field } = formOf<EngineFormValues>();

/** A voice of the configuration, as its picker gives it. */
type Voice = {
  voiceKey: string;
  provider: EngineFormValues['provider'];
  feature: EngineFormValues['feature'];
  ttsLang: string;
};

/** A voice of the configuration brings what an engine is made of. */
function VoicePicker({ form }: { form: FormInstance<EngineFormValues> }) {
  const t = useTranslations('voiceengine');
  const [chosen, setChosen] = useState<string>();
  return (
    <Form.Item label={t('voice')} extra={t('voiceHint')}>
      <LovPicker
        keyword="voice"
        multiple={false}
        label={t('voice')}
        value={chosen}
        onChange={(value, [row]) => {
          setChosen(value as string | undefined);
          if (!row) return;
          const { voiceKey, provider, feature, ttsLang } = row as Voice;
          form.setFieldsValue({ speakerName: voiceKey, provider, feature, languages: [ttsLang] });
        }}
      />
    </Form.Item>
  );
}

/** The fields of an engine. Its key is write-only: an empty field keeps it. */
export function EngineFields({ row, form }: { row?: Engine; form: FormInstance<EngineFormValues> }) {
  const t = useTranslations('voiceengine');
  const can = usePermission();
  return (
    <>
      {can('call:voice:page') && <VoicePicker form={form} />}
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
      <Field name="charged" label={t('charged')} extra={t('chargedHint')} valuePropName="checked">
        <Switch />
      </Field>
    </>
  );
}
