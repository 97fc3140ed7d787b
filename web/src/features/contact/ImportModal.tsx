import { InboxOutlined } from '@ant-design/icons';
import { Alert, Button, Progress, Upload } from 'antd';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { PageModal } from '@/kit/modal/PageModal';
import { ErrorAlert } from '@/kit/page/ErrorAlert';
import { problemOf, readableSize } from '@/kit/upload/upload';
import { useLimit } from '@/kit/useLimit';
import { withdraw } from '@/lib/api/withdraw';
import { save } from '@/lib/exportFile';
import { useFormat } from '@/lib/format';
import { errorText } from '@/lib/notifier';
import { type Collection, type ImportOptions, type ImportStatus, useMemberTexts } from './collection';
import css from './contact.module.css';
import { ImportResult } from './ImportResult';
import { useStart, useStatus } from './useImport';

type Props = {
  collection: Collection | null;
  /** An earlier import whose result is shown again. */
  taskId?: string;
  onClose: () => void;
};

const SAMPLES = {
  phone: 'phoneNumber\r\n+5511987654321\r\n5521976543210\r\n',
  email: 'email,name\r\nana@example.com,Ana Silva\r\nli.wei@example.com,李伟\r\n',
};

/** Saves a sample file, with the mark by which table programs know its encoding. */
function saveSample(type: Collection['type']) {
  save(new Blob([`\ufeff${SAMPLES[type]}`], { type: 'text/csv' }), 'contacts.csv');
}

/** Drop a file, follow its import, read what was refused and why. */
export function ImportModal({ collection, taskId, onClose }: Props) {
  const t = useTranslations('contact');
  const id = collection?.id ?? '';
  const type = collection?.type ?? 'phone';
  const texts = useMemberTexts(type);
  const [wrong, setWrong] = useState('');
  const [part, setPart] = useState(0);
  const f = useFormat();
  const bytes = useLimit('contact.file.bytes');
  const rows = useLimit('contact.file.rows');
  const size = readableSize(bytes);
  const [owner] = useState(() => ({}));
  const start = useStart(id, owner, setPart);
  const [before, setBefore] = useState(taskId);
  const now = start.data?.taskId ?? before;
  const status = useStatus(id, now);
  const task = now === undefined ? undefined : status.data;
  const ended = task !== undefined && task.status !== 'running';
  const asks = (task?.columns ?? []).length > 0; // which column is read: its button is the one to press
  const again = () => {
    setBefore(undefined);
    start.reset();
  };
  // A file that is still on its way is not imported later.
  const close = () => {
    withdraw(owner);
    onClose();
  };
  const read = (way: ImportOptions) => start.data && start.mutate({ file: start.data.fileId, way });
  const take = (file: File) => {
    const found = problemOf(file, 'contact', bytes);
    const problem = found
      ? t(({ type: 'fileType', size: 'fileSize', empty: 'fileEmpty' } as const)[found], { limit: size })
      : '';
    setWrong(problem);
    if (!problem) start.mutate({ file });
    return false;
  };
  const failure = wrong || (start.error ? errorText(start.error) : '');
  return (
    <PageModal
      open={collection !== null}
      title={t('importInto', { name: collection?.name ?? '' })}
      width={720}
      onCancel={close}
      mask={{ closable: false }}
      footer={[
        ended && (
          <Button key="again" onClick={again}>
            {t('importAnother')}
          </Button>
        ),
        <Button key="close" type={ended && !asks ? 'primary' : 'default'} onClick={close}>
          {ended ? t('done') : t('close')}
        </Button>,
      ]}
    >
      {now === undefined && (
        <>
          <Upload.Dragger
            accept=".xlsx,.xls,.txt,.csv"
            showUploadList={false}
            beforeUpload={take}
            disabled={start.isPending}
          >
            <p className={css.inbox}>
              <InboxOutlined aria-hidden />
            </p>
            <p className={css.drop}>
              {start.isPending ? t('uploadPart', { part: f.percent(Math.floor(part * 100) / 100) }) : t('drop')}
            </p>
            <p className={css.rule}>{texts('fileRule', { limit: size, rows: f.count(rows) })}</p>
          </Upload.Dragger>
          <p className={css.sample}>
            <Button type="link" size="small" onClick={() => saveSample(type)}>
              {t('sample')}
            </Button>
          </p>
          <p role="alert">{failure && <Alert type="error" showIcon title={failure} />}</p>
        </>
      )}
      {now !== undefined && !ended && <Running task={task} error={status.error} />}
      {ended && (
        <ImportResult
          id={id}
          type={type}
          taskId={now ?? ''}
          task={task}
          way={start.data?.way}
          onWay={start.data && read}
          onCorrected={again}
        />
      )}
    </PageModal>
  );
}

function Running({ task, error }: { task: ImportStatus | undefined; error: unknown }) {
  const t = useTranslations('contact');
  const f = useFormat();
  const share = task && task.total > 0 ? Math.min(1, task.processed / task.total) : 0;
  return (
    <div className={css.running} role="status">
      <Progress percent={Math.round(share * 100)} status="active" aria-label={t('importing')} />
      <p>
        {task?.total
          ? t('importingRows', { done: f.count(task.processed), total: f.count(task.total) })
          : t('importing')}
      </p>
      <p className={css.rule}>{t('leave')}</p>
      <ErrorAlert error={error} />
    </div>
  );
}
