import { Form, Input, Segmented, Switch } from 'antd';
import { useTranslations } from 'next-intl';
import { formOf } from '@/kit/form/formOf';
import { useLimit } from '@/kit/useLimit';
import { LIMITS } from '@/lib/constants';
import css from './email.module.css';
import type { EmailOrderValues } from './request';
import { TemplateField } from './TemplateField';

const { Field, NumberField } = formOf<EmailOrderValues>();

/** A second email that is tried beside the first on a sample, before one of them goes to the rest. */
export function TrialFields({ values }: { values: EmailOrderValues }) {
  const t = useTranslations('order.ab');
  const own = useTranslations('email');
  const order = useTranslations('order');
  const least = useLimit('order.ab.least');
  const most = useLimit('order.ab.most');
  const on = values.ab?.on ?? false;
  return (
    <>
      <Form.Item name={['ab', 'on']} label={own('trial')} extra={own('trialHint')} valuePropName="checked">
        <Switch aria-label={own('trial')} />
      </Form.Item>
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
          <NumberField
            name={['ab', 'share']}
            label={t('share')}
            extra={t('shareHint')}
            initialValue={20}
            required
            missing={order('missing', { field: t('share') })}
            percent
            min={LIMITS.abShare.least}
            max={LIMITS.abShare.most}
            input={{ suffix: '%', style: { width: 160 } }}
          />
          <NumberField
            name={['ab', 'waitMinutes']}
            label={t('wait')}
            extra={t('waitHint', { least, most })}
            initialValue={60}
            required
            missing={order('missing', { field: t('wait') })}
            min={least}
            max={most}
            input={{ style: { width: 160 } }}
          />
          <Form.Item
            name={['ab', 'choose']}
            label={t('choose')}
            initialValue="auto"
            extra={t(values.ab?.choose === 'hand' ? 'handHint' : 'autoHint')}
            required
          >
            <Segmented
              options={(['auto', 'hand'] as const).map((value) => ({ value, label: t(`chooses.${value}`) }))}
            />
          </Form.Item>
        </fieldset>
      )}
    </>
  );
}
