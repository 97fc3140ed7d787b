import { Button, Progress } from 'antd';
import { useTranslations } from 'next-intl';
import { POLL } from '@/lib/constants';
import { saveTask, taskQuery } from '@/lib/exportFile';
import { useFormat } from '@/lib/format';
import { errorText, showError } from '@/lib/notifier';
import { usePoll } from '@/lib/usePoll';

/** Half an hour of looks; the notice with the link comes in any case. */
const LOOKS = 600;

/** The progress of a background export, and its file when it is ready. A live message may arrive before the next poll. */
export function ExportProgress({ id }: { id: string }) {
  const t = useTranslations('table');
  const f = useFormat();
  const { data, error, state } = usePoll(taskQuery(id), {
    until: (task) => task.status !== 'running',
    every: 3 * POLL.task,
    times: LOOKS,
  });
  if (data?.status === 'failed') return <span role="alert">{data.message || t('exportFailed')}</span>;
  if (data?.status === 'done') {
    return (
      <>
        <p>{t('exportDone', { n: data.total })}</p>
        {data.url && (
          <Button type="primary" size="small" onClick={() => saveTask(id).catch(showError)}>
            {t('download')}
          </Button>
        )}
      </>
    );
  }
  const part = data && data.total > 0 ? Math.floor((data.done / data.total) * 100) : 0;
  return (
    <>
      <p>{t('exportLeave')}</p>
      <Progress percent={part} size="small" aria-label={t('exporting')} />
      {data && data.total > 0 && (
        <span>{t('exportRows', { done: f.count(data.done), total: f.count(data.total) })}</span>
      )}
      {error !== null && state === 'waiting' && <div role="status">{errorText(error)}</div>}
    </>
  );
}
