import { Input } from 'antd';
import { useTranslations } from 'next-intl';
import { formOf } from '@/kit/form/formOf';
import { LovPicker } from '@/kit/lov/LovPicker';
import { type Lead, type LeadValues, LONGEST } from './lead';

const { Field } = formOf<LeadValues>();

/** The fields of a lead. Its channel and its first message cannot be changed. */
export function LeadFields({ row }: { row?: Lead }) {
  const t = useTranslations('lead');
  return (
    <>
      {!row && (
        <Field name="channelId" label={t('channelName')} required>
          <LovPicker keyword="saleschannel" multiple={false} label={t('channelName')} />
        </Field>
      )}
      <Field name="name" label={t('name')} required>
        <Input autoComplete="off" maxLength={LONGEST.name} />
      </Field>
      <Field name="phoneNumber" label={t('phoneNumber')} extra={t('phoneHint')}>
        <Input autoComplete="off" inputMode="tel" maxLength={64} />
      </Field>
      <Field name="email" label={t('email')}>
        <Input autoComplete="off" inputMode="email" maxLength={LONGEST.email} />
      </Field>
      {!row && (
        <Field name="message" label={t('message')}>
          <Input.TextArea rows={3} maxLength={LONGEST.message} showCount />
        </Field>
      )}
    </>
  );
}
