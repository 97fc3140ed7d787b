import { InboxOutlined } from '@ant-design/icons';
import { Alert, Button, Flex, Upload } from 'antd';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { PageModal } from '@/kit/modal/PageModal';
import { BadRows } from '@/kit/upload/BadRows';
import { ChooseColumn } from '@/kit/upload/ChooseColumn';
import { problemOf, readableSize, upload } from '@/kit/upload/upload';
import { useLimit } from '@/kit/useLimit';
import { apiData } from '@/lib/api/client';
import { sendOnce } from '@/lib/api/idempotency';
import { useWork } from '@/lib/api/mutation';
import { request } from '@/lib/api/request';
import type { BodyOf } from '@/lib/api/types';
import { withdraw } from '@/lib/api/withdraw';
import { useFormat } from '@/lib/format';
import { errorText } from '@/lib/notifier';
import type { RiskGroup } from './useRiskGroups';

type ImportOptions = Omit<BodyOf<'post', '/aty/riskgroup/{id}/import'>, 'fileId'>;

/** Uploads and imports a file; a repeated import of the same file reads it with other options. The result lists each row. */
function useImport(id: string, owner: object) {
  const load = async ({ file, way }: { file: File | string; way?: ImportOptions }, withdrawn?: AbortSignal) => {
    const fileId = typeof file === 'string' ? file : (await upload(file, 'contact', () => {})).id;
    const body = { fileId, ...way };
    const { taskId } = await sendOnce(request('post', '/aty/riskgroup/{id}/import', { path: { id }, body }), withdrawn);
    const task = await apiData('get', '/aty/riskgroup/{id}/import/{taskId}', { path: { id, taskId } });
    return { fileId, way, task };
  };
  return useWork(load, { quiet: true, owner, changes: ['/aty/riskgroup/page'] });
}

/** Numbers of a file that are to be held back: the file, and what was refused and why. */
export function ImportRisk({ group, onClose }: { group: RiskGroup | null; onClose: () => void }) {
  const t = useTranslations('riskgroup');
  const f = useFormat();
  const [wrong, setWrong] = useState('');
  const bytes = useLimit('contact.file.bytes');
  const rows = useLimit('risk.import.rows');
  const [owner] = useState(() => ({}));
  const load = useImport(group?.id ?? '', owner);
  const done = load.data;
  const close = () => {
    withdraw(owner);
    onClose();
  };
  const take = (file: File) => {
    const found = problemOf(file, 'contact', bytes);
    setWrong(found ? t('fileWrong') : '');
    if (!found) load.mutate({ file });
    return false;
  };
  const failure = wrong || (load.error ? errorText(load.error) : '');
  return (
    <PageModal
      open={group !== null}
      title={t('importInto', { name: group?.name ?? '' })}
      width={640}
      onCancel={close}
      footer={null}
    >
      {done === undefined ? (
        <>
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
            <p>{t('fileRule', { limit: readableSize(bytes), rows: f.count(rows) })}</p>
          </Upload.Dragger>
          <p role="alert">{failure && <Alert type="error" showIcon title={failure} />}</p>
        </>
      ) : (
        <Result
          {...done}
          onWay={(way) => load.mutate({ file: done.fileId, way: { ...done.way, ...way } })}
          onAgain={() => load.reset()}
        />
      )}
    </PageModal>
  );
}

type ResultProps = NonNullable<ReturnType<typeof useImport>['data']> & {
  onWay: (way: ImportOptions) => void;
  onAgain: () => void;
};

function Result({ task, way, onWay, onAgain }: ResultProps) {
  const t = useTranslations('riskgroup');
  const ok = task.status === 'done';
  return (
    <Flex vertical gap={16}>
      {task.columns && task.columns.length > 0 ? (
        <ChooseColumn columns={task.columns} onChoose={(column) => onWay({ column })} />
      ) : (
        <Alert
          type={ok ? (task.failed > 0 ? 'warning' : 'success') : 'error'}
          showIcon
          title={
            ok
              ? t('imported', { n: task.imported, duplicated: task.duplicated, failed: task.failed })
              : (task.message ?? t('importFailed'))
          }
        />
      )}
      {task.nationalRows > 0 && !way?.addPrefix && (
        <Alert
          type="info"
          showIcon
          title={t('national', { n: task.nationalRows })}
          action={<Button onClick={() => onWay({ addPrefix: true })}>{t('addPrefix')}</Button>}
        />
      )}
      <BadRows label={t('refusedRows')} errors={task.errors ?? []} failed={task.failed} url={task.errorFileUrl} />
      <div>
        <Button onClick={onAgain}>{t('importAnother')}</Button>
      </div>
    </Flex>
  );
}
