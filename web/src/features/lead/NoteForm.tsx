import { Button, Form, Input } from 'antd';
import { useTranslations } from 'next-intl';
import { usePermission } from '@/kit/access/Can';
import { formOf } from '@/kit/form/formOf';
import { useSubmit } from '@/kit/form/useSubmit';
import { request } from '@/lib/api/request';
import { LEAD, LEADS, LONGEST } from './lead';

type NoteValues = { text: string };
const { Field } = formOf<NoteValues>();

/** Adds a note to a lead. Notes are never changed. */
export function NoteForm({ id }: { id: string }) {
  const t = useTranslations('lead');
  const may = usePermission()('channel:lead:edit');
  const [form] = Form.useForm<NoteValues>();
  const { submit, busy } = useSubmit(
    form,
    ({ text }: NoteValues) => request('post', '/channel/lead/{id}/note', { path: { id }, body: { text } }),
    { changes: [LEAD, LEADS], onDone: () => form.resetFields() },
  );
  if (!may) return null;
  return (
    <Form form={form} layout="vertical" onFinish={submit}>
      <Field name="text" label={t('noteText')} required>
        <Input.TextArea rows={3} maxLength={LONGEST.note} showCount />
      </Field>
      <Button type="primary" htmlType="submit" loading={busy}>
        {t('addNote')}
      </Button>
    </Form>
  );
}
