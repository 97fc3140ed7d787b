import { InboxOutlined } from '@ant-design/icons';
import { Alert, Button, Flex, Form, Input, Upload } from 'antd';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { usePermission } from '@/kit/access/Can';
import { formOf } from '@/kit/form/formOf';
import { DictSelect } from '@/kit/input/selects';
import { LovPicker } from '@/kit/lov/LovPicker';
import { PageModal } from '@/kit/modal/PageModal';
import { BadRows } from '@/kit/upload/BadRows';
import { problemOf, upload } from '@/kit/upload/upload';
import { useLimit } from '@/kit/useLimit';
import { sendOnce } from '@/lib/api/idempotency';
import { useWork } from '@/lib/api/mutation';
import { request } from '@/lib/api/request';
import type { BodyOf } from '@/lib/api/types';
import { withdraw } from '@/lib/api/withdraw';
import { useFormat } from '@/lib/format';
import { errorText } from '@/lib/notifier';

const { Field } = formOf<ConsentImportValues>();

type ConsentImportValues = Omit<BodyOf<'post', '/aty/consent/import'>, 'fileId'>;

const SHORT = 100;

/** Consents of a file, which is kept as proof: what was said in all of its rows, the file, and what was refused and why. */
export function ImportConsents({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTranslations('consent');
  const f = useFormat();
  const [form] = Form.useForm<ConsentImportValues>();
  const [wrong, setWrong] = useState('');
  const bytes = useLimit('contact.file.bytes');
  const rows = useLimit('consent.import.rows');
  const above = usePermission()({ types: [1, 11] });
  const send = async (file: File, withdrawn?: AbortSignal) => {
    const values = await form.validateFields();
    const fileId = (await upload(file, 'contact', () => {})).id;
    return sendOnce(request('post', '/aty/consent/import', { body: { ...values, fileId } }), withdrawn);
  };
  const load = useWork(send, { quiet: true, owner: form, changes: ['/aty/consent/page'] });
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
  const refused = load.data?.errors ?? [];
  const failure = wrong || (load.error instanceof Error ? errorText(load.error) : '');
  return (
    <PageModal open={open} title={t('importTitle')} width={640} onCancel={close} footer={null}>
      {load.data ? (
        <Flex vertical gap={16}>
          <Alert
            type={refused.length > 0 ? 'warning' : 'success'}
            showIcon
            title={t('imported', { n: load.data.imported, failed: f.count(refused.length) })}
          />
          <BadRows label={t('refusedRows')} errors={refused} failed={refused.length} />
          <div>
            <Button onClick={() => load.reset()}>{t('importAnother')}</Button>
          </div>
        </Flex>
      ) : (
        <Form form={form} layout="vertical">
          <Field name="state" label={t('state')} extra={t('stateHint')} required>
            <DictSelect code="consent_state" />
          </Field>
          <Field name="purpose" label={t('purpose')} required>
            <Input maxLength={SHORT} />
          </Field>
          <Field name="source" label={t('source')} extra={t('sourceHint')}>
            <Input maxLength={SHORT} />
          </Field>
          {above && (
            <Field name="customerId" label={t('customerName')}>
              <LovPicker keyword="customer" multiple={false} label={t('customerName')} />
            </Field>
          )}
          <Upload.Dragger
            accept=".xlsx,.xls,.txt,.csv"
            showUploadList={false}
            beforeUpload={take}
            disabled={load.isPending}
          >
            <p>
              <InboxOutlined aria-hidden />
            </p>
            <p>{load.isPending ? t('uploading') : t('drop')}</p>
            <p>{t('fileRule', { rows: f.count(rows) })}</p>
          </Upload.Dragger>
          <p role="alert">{failure && <Alert type="error" showIcon title={failure} />}</p>
        </Form>
      )}
    </PageModal>
  );
}
