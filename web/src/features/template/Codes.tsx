import { Input, Switch } from 'antd';
import { useTranslations } from 'next-intl';
import { formOf } from '@/kit/form/formOf';
import { TemplatePreview } from './TemplatePreview';
import { CODE, counted, TEMPLATE_LIMITS, type TemplateFormValues } from './template';

const { Field, NumberField } = formOf<TemplateFormValues>();

/** Fields for the author of an authentication template. */
export function Codes() {
  const t = useTranslations('template');
  return (
    <>
      <p>{t('codeNote')}</p>
      <Field name="securityRecommendation" label={t('securityRecommendation')} valuePropName="checked">
        <Switch />
      </Field>
      <NumberField
        name="codeMinutes"
        label={t('codeMinutes')}
        extra={t('codeMinutesHint')}
        min={1}
        max={TEMPLATE_LIMITS.minutes}
      />
      <Field name="copies" label={t('copies')} extra={t('copiesHint')}>
        <Input count={counted(TEMPLATE_LIMITS.button)} autoComplete="off" />
      </Field>
    </>
  );
}

/** Preview of an authentication template. WhatsApp defines its texts; they are shown in the console's language. */
export function ShownCode({ values: v }: { values: TemplateFormValues }) {
  const t = useTranslations('template');
  const content = [t('codeBody'), v.securityRecommendation ? t('codeSecurity') : ''].filter(Boolean).join(' ');
  return (
    <TemplatePreview
      content={content}
      footer={v.codeMinutes ? t('codeExpires', { n: v.codeMinutes }) : undefined}
      buttons={[{ type: 'code', text: v.copies?.trim() || t('codeCopy') }]}
      samples={[{ name: CODE.name, content: CODE.sample }]}
    />
  );
}
