import { Form, Input, Segmented } from 'antd';
import { useTranslations } from 'next-intl';
import { formOf } from '@/kit/form/formOf';
import { MailStage } from '@/kit/mail/MailStage';
import { EmptyState } from '@/kit/page/EmptyState';
import css from './email.module.css';
import { useFirstRecipients, useMail, useRecipientColumns } from './mails';
import { PlaceholderFields } from './PlaceholderFields';
import { type EmailOrderValues, entered } from './request';
import { SenderFields } from './SenderFields';
import { TemplateField } from './TemplateField';
import { TrackFields } from './TrackFields';
import { TrialFields } from './TrialFields';

const { Field } = formOf<EmailOrderValues>();
const SUBJECT = 200;

/** The second step: what the email says, who it comes from, and what is counted. */
export function ContentStep({ values }: { values: EmailOrderValues }) {
  const t = useTranslations('email');
  const plain = values.format === 'text';
  const [first] = useFirstRecipients(values);
  const columns = useRecipientColumns(values);
  const known = { ...entered(values), ...first?.values };
  const { mail, names, error, refetch } = useMail(values, values.format, known);
  const second = useMail(values.ab ?? {}, values.format, known);
  const all = [...new Set([...names, ...(values.ab?.on ? second.names : [])])];
  return (
    <div className={css.halves}>
      <div>
        <Form.Item name="format" label={t('format')} extra={t(plain ? 'formatText' : 'formatHtml')} required>
          <Segmented options={(['html', 'text'] as const).map((value) => ({ value, label: t(`formats.${value}`) }))} />
        </Form.Item>
        {!plain && <TemplateField at="first" value={values.design} required />}
        <Field
          name="subject"
          label={t('subject')}
          extra={values.design?.subject && !plain && !values.subject ? t('subjectOwn') : t('subjectHint')}
          required={plain || !values.design?.subject}
        >
          <Input
            maxLength={SUBJECT}
            showCount
            autoComplete="off"
            placeholder={plain ? undefined : values.design?.subject}
          />
        </Field>
        {plain && (
          <Field name="text" label={t('text')} extra={t('textHint')} required>
            <Input.TextArea autoSize={{ minRows: 8, maxRows: 24 }} maxLength={100_000} />
          </Field>
        )}
        <SenderFields values={values} />
        <PlaceholderFields names={all} columns={columns} />
        <TrackFields plain={plain} />
        <TrialFields values={values} />
      </div>
      <section className={css.stage} aria-label={t('preview')}>
        {mail || error ? (
          <MailStage mail={mail} error={error} onRetry={refetch} first="phone" />
        ) : (
          <EmptyState className={css.empty} description={t(plain ? 'writeFirst' : 'chooseFirst')} />
        )}
      </section>
    </div>
  );
}
