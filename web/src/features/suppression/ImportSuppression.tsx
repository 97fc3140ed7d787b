import { InboxOutlined } from '@ant-design/icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Flex, Form, Progress, Upload } from 'antd';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { PageModal } from '@/kit/modal/PageModal';
import { BadRows } from '@/kit/upload/BadRows';
import { ChooseColumn } from '@/kit/upload/ChooseColumn';
import { problemOf, upload } from '@/kit/upload/upload';
import { useLimit } from '@/kit/useLimit';
import { apiData } from '@/lib/api/client';
import { sendOnce } from '@/lib/api/idempotency';
import { useWork } from '@/lib/api/mutation';
import { get } from '@/lib/api/query';
import { request } from '@/lib/api/request';
import { withdraw } from '@/lib/api/withdraw';
import { POLL } from '@/lib/constants';
import { errorText } from '@/lib/notifier';
import { bodyOf, type SuppressionValues, WhoseFields } from './useEntries';

type Body = ReturnType<typeof bodyOf<SuppressionValues>> & { fileId?: string; column?: string };

/** Polls the import until it ends, then refreshes the list. */
function useStatus(taskId: string | undefined) {
  const queries = useQueryClient();
  const input = { path: { taskId: taskId ?? '' } };
  return useQuery({
    ...get('/aty/suppression/import/{taskId}', input),
    enabled: taskId !== undefined,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && state.data.status !== 'running' ? false : POLL.task),
    queryFn: async (context) => {
      const status = await apiData('get', '/aty/suppression/import/{taskId}', input, context);
      if (status.status !== 'running') void queries.invalidateQueries({ queryKey: ['get', '/aty/suppression/page'] });
      return status;
    },
  });
}

/** Imports numbers of a file: owner, file, progress, and refused rows with reasons. */
export function ImportSuppression({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTranslations('suppression');
  const [form] = Form.useForm<SuppressionValues>();
  const [wrong, setWrong] = useState('');
  const bytes = useLimit('contact.file.bytes');
  const load = async ({ file, again }: { file?: File; again?: Body }, withdrawn?: AbortSignal) => {
    const values = again ?? bodyOf(await form.validateFields());
    const fileId = file ? (await upload(file, 'contact', () => {})).id : again?.fileId;
    const body = { ...values, fileId } as Body;
    return {
      ...(await sendOnce(request('post', '/aty/suppression/import', { body: body as never }), withdrawn)),
      body,
    };
  };
  const start = useWork(load, { quiet: true, owner: form });
  const status = useStatus(start.data?.taskId);
  const task = start.data === undefined ? undefined : status.data;
  const ended = task !== undefined && task.status !== 'running';
  const take = (file: File) => {
    const found = problemOf(file, 'contact', bytes);
    setWrong(found ? t('fileWrong') : '');
    if (!found) start.mutate({ file });
    return false;
  };
  // The file is there already: it is read again by the column that was chosen.
  const read = (column: string) => start.data && start.mutate({ again: { ...start.data.body, column } });
  const close = () => {
    withdraw(form);
    if (ended) start.reset();
    onClose();
  };
  const failure = wrong || (start.error instanceof Error ? errorText(start.error) : '');
  return (
    <PageModal open={open} title={t('importTitle')} width={640} onCancel={close} footer={null}>
      {start.data === undefined && (
        <Form form={form} layout="vertical">
          <WhoseFields />
          <Upload.Dragger
            accept=".xlsx,.xls,.txt,.csv"
            showUploadList={false}
            beforeUpload={take}
            disabled={start.isPending}
          >
            <p>
              <InboxOutlined aria-hidden />
            </p>
            <p>{start.isPending ? t('uploading') : t('drop')}</p>
            <p>{t('fileRule')}</p>
          </Upload.Dragger>
          <p role="alert">{failure && <Alert type="error" showIcon title={failure} />}</p>
        </Form>
      )}
      {start.data !== undefined && !ended && (
        <div role="status">
          <Progress
            percent={task?.total ? Math.round((task.processed / task.total) * 100) : 0}
            status="active"
            aria-label={t('importing')}
          />
          <p>{t('leave')}</p>
        </div>
      )}
      {ended && (
        <Flex vertical gap={16}>
          {task.columns && task.columns.length > 0 ? (
            <ChooseColumn type="either" columns={task.columns} onChoose={read} />
          ) : (
            <Alert
              type={task.status === 'done' ? (task.failed > 0 ? 'warning' : 'success') : 'error'}
              showIcon
              title={
                task.status === 'done'
                  ? t('imported', { n: task.imported, duplicated: task.duplicated, failed: task.failed })
                  : (task.message ?? t('importFailed'))
              }
            />
          )}
          <BadRows label={t('refusedRows')} errors={task.errors ?? []} failed={task.failed} url={task.errorFileUrl} />
          <div>
            <Button onClick={() => start.reset()}>{t('importAnother')}</Button>
          </div>
        </Flex>
      )}
    </PageModal>
  );
}
