import { Form } from 'antd';
import { useTranslations } from 'next-intl';
import { FormFrame } from '@/kit/form/FormFrame';
import { showErrors } from '@/kit/form/fieldErrors';
import { UploadField } from '@/kit/upload/UploadField';
import type { Uploaded } from '@/kit/upload/upload';
import { useLimit } from '@/kit/useLimit';
import { useApiMutation } from '@/lib/api/mutation';
import { request } from '@/lib/api/request';
import { navigate, useSearch } from '@/lib/router/navigate';
import { useApp } from '@/lib/toasts';
import type { tryOf } from './request';

type Props = { tried: NonNullable<ReturnType<typeof tryOf>>; open: boolean; onClose: () => void };
type TestSendValues = { fileId?: Uploaded };
const TXT = ['.txt'];

/** Sends the form's message free of charge to the numbers of a txt file; the page of the test shows each result. */
export function TestSend({ tried, open, onClose }: Props) {
  const t = useTranslations('order');
  const { modal } = useApp();
  const { href } = useSearch();
  const [form] = Form.useForm<TestSendValues>();
  const facts = { n: useLimit('order.test.numbers'), daily: useLimit('order.test.daily') };
  const max = useLimit('contact.file.bytes');
  const send = useApiMutation(
    (fileId: string) => request('post', '/gc/groupsendorder/test', { body: { fileId, ...tried } }),
    {
      quiet: true,
      single: true,
      owner: form,
      onFailed: (e) => showErrors(form, e),
      changes: ['/gc/groupsendorder/page'],
      onDone: (made) => {
        form.resetFields();
        onClose();
        void modal.confirm({
          title: t('try.done'),
          content: made.orderNo,
          okText: t('try.look'),
          onOk: () => navigate(href({ create: null, draft: null, edit: null, copy: null, view: null, id: made.id })),
        });
      },
    },
  );
  return (
    <FormFrame<TestSendValues>
      in="modal"
      open={open}
      title={t('try.action')}
      submit={t('try.action')}
      busy={send.isPending}
      form={form}
      onClose={onClose}
      onSubmit={({ fileId }) => fileId && send.mutate(fileId.id)}
    >
      <Form.Item
        name="fileId"
        label={t('try.file')}
        extra={t('try.hint', facts)}
        rules={[{ required: true, message: t('missing', { field: t('try.file') }) }]}
      >
        <UploadField kind="contact" only={TXT} max={max} />
      </Form.Item>
    </FormFrame>
  );
}
