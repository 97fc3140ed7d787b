import { Alert, Form, Input, Switch } from 'antd';
import { useTranslations } from 'next-intl';
import { formOf } from '@/kit/form/formOf';
import { SampleFields } from '@/ordering/SampleFields';
import { useDecider } from './decider';
import css from './email.module.css';
import type { EmailOrderValues } from './request';
import { TemplateField } from './TemplateField';

const { Field } = formOf<EmailOrderValues>();

/** A second email that is tried beside the first on a sample, before one of them goes to the rest. */
export function TrialFields({ values }: { values: EmailOrderValues }) {
  const own = useTranslations('email');
  const on = values.ab?.on ?? false;
  const by = useDecider(values);
  return (
    <>
      <Form.Item name={['ab', 'on']} label={own('trial')} extra={own('trialHint')} valuePropName="checked">
        <Switch aria-label={own('trial')} />
      </Form.Item>
      {on && by !== 'clicked' && <Alert className={css.why} type="info" showIcon title={own(`delivered.${by}`)} />}
      {on && (
        <fieldset className={css.filter}>
          <legend>{own('second')}</legend>
          <Field name={['ab', 'subject']} label={own('subject')} required>
            <Input maxLength={200} showCount autoComplete="off" />
          </Field>
          {values.format === 'text' ? (
            <Field name={['ab', 'text']} label={own('text')} extra={own('sameText')}>
              <Input.TextArea autoSize={{ minRows: 3, maxRows: 16 }} maxLength={100_000} />
            </Field>
          ) : (
            <TemplateField at="second" value={values.ab?.design} required={false} />
          )}
          <SampleFields values={values} />
        </fieldset>
      )}
    </>
  );
}
