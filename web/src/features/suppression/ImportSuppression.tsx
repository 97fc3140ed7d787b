import { InboxOutlined } from '@ant-design/icons';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Form, Progress, Table, Upload } from 'antd';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { POLL } from '@/core/constants';
import { call } from '@/kit/api/client';
import { get } from '@/kit/api/query';
import { textOf } from '@/kit/feedback';
import { useFormat } from '@/kit/format';
import { PageModal } from '@/kit/modal/PageModal';
import { ScrollBox } from '@/kit/page/ScrollBox';
import { problemOf, upload } from '@/kit/upload/upload';
import { useLimit } from '@/kit/useLimit';
import { bodyOf, type Values, WhoseFields } from './useEntries';

/** How far the import is, asked for until it ends; then the list is asked for anew. */
function useStatus(taskId: string | undefined) {
  const queries = useQueryClient();
  const input = { path: { taskId: taskId ?? '' } };
  return useQuery({
    ...get('/aty/suppression/import/{taskId}', input),
    enabled: taskId !== undefined,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && state.data.status !== 'running' ? false : POLL.task),
    queryFn: async (context) => {
      const status = await call('get', '/aty/suppression/import/{taskId}', input, context);
      if (status.status !== 'running') void queries.invalidateQueries({ queryKey: ['get', '/aty/suppression/page'] });
      return status;
    },
  });
}

/** Numbers of a file: whose they are, the file, how far it is, what was refused and why. */
export function ImportSuppression({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTranslations('suppression');
  const f = useFormat();
  const [form] = Form.useForm<Values>();
  const [wrong, setWrong] = useState('');
  const bytes = useLimit('contact.file.bytes');
  const start = useMutation({
    meta: { quiet: true },
    mutationFn: async (file: File) => {
      const values = await form.validateFields();
      const fileId = (await upload(file, 'contact', () => {})).id;
      return call('post', '/aty/suppression/import', { body: { ...bodyOf(values), fileId } as never });
    },
  });
  const status = useStatus(start.data?.taskId);
  const task = start.data === undefined ? undefined : status.data;
  const ended = task !== undefined && task.status !== 'running';
  const take = (file: File) => {
    const found = problemOf(file, 'contact', bytes);
    setWrong(found ? t('fileWrong') : '');
    if (!found) start.mutate(file);
    return false;
  };
  const close = () => {
    if (ended) start.reset();
    onClose();
  };
  const failure = wrong || (start.error instanceof Error ? textOf(start.error) : '');
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
        <>
          <Alert
            type={task.status === 'done' ? (task.failed > 0 ? 'warning' : 'success') : 'error'}
            showIcon
            title={
              task.status === 'done'
                ? t('imported', { n: task.imported, duplicated: task.duplicated, failed: task.failed })
                : (task.message ?? t('importFailed'))
            }
          />
          {(task.errors ?? []).length > 0 && (
            <ScrollBox label={t('refusedRows')} maxHeight={280}>
              <Table
                size="small"
                rowKey={(e) => `${e.line} ${e.number}`}
                pagination={false}
                dataSource={task.errors ?? []}
                columns={[
                  { title: t('line'), dataIndex: 'line', width: 80, render: (n: number) => f.count(n) },
                  { title: t('number'), dataIndex: 'number', width: 180 },
                  { title: t('reason'), dataIndex: 'message' },
                ]}
              />
            </ScrollBox>
          )}
          <Button onClick={() => start.reset()}>{t('importAnother')}</Button>
        </>
      )}
    </PageModal>
  );
}
