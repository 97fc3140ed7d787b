import { Form, Input } from 'antd';
import { useTranslations } from 'next-intl';
import { formOf } from '@/kit/form/formOf';
import { OverlayForm } from '@/kit/form/OverlayForm';
import { LovPicker } from '@/kit/lov/LovPicker';
import { addressesOf, filled, namesIn } from '@/kit/phone/template';
import { request } from '@/lib/api/request';
import { CONVERSATION_LIST } from './inbox';
import css from './inbox.module.css';

const { Field } = formOf<TemplateReplyValues>();

type Template = {
  id: string;
  name?: string;
  header?: string;
  content?: string;
  buttons?: { type?: string; url?: string }[] | null;
};
type TemplateReplyValues = { template: Template; contents?: Record<string, string> };

type ChoiceProps = { id?: string; value?: Template; onChange?: (value: Template | undefined) => void };

function Choice({ id, value, onChange }: ChoiceProps) {
  const t = useTranslations('conversation');
  return (
    <LovPicker
      id={id}
      keyword="message_template"
      multiple={false}
      label={t('template')}
      value={value?.id}
      rows={value && [value]}
      onChange={(_, rows) => onChange?.(rows[0] as Template | undefined)}
    />
  );
}

type Props = { id: string; price: number; open: boolean; onClose: () => void };

/** A reply by a template: the template and the contents of its placeholders. */
export function TemplateReply({ id, price, open, onClose }: Props) {
  const t = useTranslations('conversation');
  const [form] = Form.useForm<TemplateReplyValues>();
  const values: Partial<TemplateReplyValues> = Form.useWatch([], form) ?? {};
  const of = values.template;
  const names = namesIn(of?.header, of?.content, ...addressesOf(of?.buttons));
  const contents = names.map((name) => ({ name, content: values.contents?.[name] ?? '' }));
  return (
    <OverlayForm<TemplateReplyValues>
      in="modal"
      open={open}
      title={t('templateTitle')}
      submit={t('send')}
      form={form}
      send={(v) =>
        request('post', '/gc/inbox/{id}/messages', {
          path: { id },
          body: { type: 'template', templateId: v.template.id, placeholders: contents, expectedCost: price },
        })
      }
      changes={[CONVERSATION_LIST]}
      done={t('sent')}
      onClose={onClose}
    >
      <Field name="template" label={t('template')} required>
        <Choice />
      </Field>
      {names.map((name) => (
        <Field key={name} name={['contents', name]} label={name} required>
          <Input autoComplete="off" maxLength={1024} />
        </Field>
      ))}
      {of?.content && <p className={css.filled}>{filled(of.content, contents)}</p>}
    </OverlayForm>
  );
}
