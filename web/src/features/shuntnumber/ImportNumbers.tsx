import { InboxOutlined } from '@ant-design/icons';
import { Alert, Button, Flex, Form, Input, Upload } from 'antd';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { formOf } from '@/kit/form/formOf';
import { LinkPicker } from '@/kit/input/LinkPicker';
import { PageModal } from '@/kit/modal/PageModal';
import { BadRows } from '@/kit/upload/BadRows';
import { problemOf, upload } from '@/kit/upload/upload';
import { useLimit } from '@/kit/useLimit';
import { sendOnce } from '@/lib/api/idempotency';
import { useWork } from '@/lib/api/mutation';
import { request } from '@/lib/api/request';
import type { BodyOf } from '@/lib/api/types';
import { withdraw } from '@/lib/api/withdraw';
import { errorText } from '@/lib/notifier';
import { useSearch } from '@/lib/router/navigate';

type ImportFormValues = Pick<BodyOf<'post', '/shunt/number/import'>, 'linkId' | 'text'>;

const { Field } = formOf<ImportFormValues>();

const LONGEST = 16_384;

/** Adds the numbers of a text or a file to a link, and shows which were refused. */
export function ImportNumbers({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTranslations('shuntnumber');
  const [form] = Form.useForm<ImportFormValues>();
  const linkId = useSearch().params.get('linkId') ?? undefined;
  const [wrong, setWrong] = useState('');
  const bytes = useLimit('contact.file.bytes');
  const send = async (file: File | undefined, withdrawn?: AbortSignal) => {
    const { linkId, text } = await form.validateFields();
    const fileId = file && (await upload(file, 'contact', () => {})).id;
    return sendOnce(
      request('post', '/shunt/number/import', { body: fileId ? { linkId, fileId } : { linkId, text } }),
      withdrawn,
    );
  };
  const load = useWork(send, { quiet: true, owner: form, changes: ['/shunt/number/page', '/shunt/link/page'] });
  const take = (file: File) => {
    const found = problemOf(file, 'contact', bytes);
    setWrong(found ? t('fileWrong') : '');
    if (!found) load.mutate(file);
    return false;
  };
  const close = () => {
    withdraw(form);
    load.reset();
    onClose();
  };
  const failure = wrong || (load.error instanceof Error ? errorText(load.error) : '');
  const done = load.data;
  return (
    <PageModal open={open} title={t('import')} width={640} onCancel={close} footer={null}>
      {done ? (
        <Flex vertical gap={16}>
          <Alert
            type={done.failed > 0 ? 'warning' : 'success'}
            showIcon
            title={t('imported', { n: done.imported, again: done.duplicated, failed: done.failed })}
          />
          <BadRows label={t('refusedRows')} errors={done.errors} failed={done.failed} />
          <div>
            <Button onClick={() => load.reset()}>{t('importAnother')}</Button>
          </div>
        </Flex>
      ) : (
        <Form form={form} layout="vertical" initialValues={{ linkId }}>
          <Field name="linkId" label={t('linkName')} required>
            <LinkPicker kind="number" label={t('linkName')} />
          </Field>
          <Field name="text" label={t('numbers')} extra={t('numbersHint')}>
            <Input.TextArea rows={6} maxLength={LONGEST} />
          </Field>
          <Button type="primary" loading={load.isPending} onClick={() => load.mutate(undefined)}>
            {t('import')}
          </Button>
          <Upload.Dragger
            style={{ marginTop: 16 }}
            accept=".xlsx,.xls,.txt,.csv"
            showUploadList={false}
            beforeUpload={take}
            disabled={load.isPending}
          >
            <p>
              <InboxOutlined aria-hidden />
            </p>
            <p>{t('drop')}</p>
          </Upload.Dragger>
          <p role="alert">{failure && <Alert type="error" showIcon title={failure} />}</p>
        </Form>
      )}
    </PageModal>
  );
}
