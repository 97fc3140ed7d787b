import { useQuery } from '@tanstack/react-query';
import { Alert, Flex, Progress, Skeleton } from 'antd';
import { useTranslations } from 'next-intl';
import { PageModal } from '@/kit/modal/PageModal';
import { ErrorAlert } from '@/kit/page/ErrorAlert';
import { BadRows } from '@/kit/upload/BadRows';
import { get } from '@/lib/api/query';
import type { Batch } from './batch';

const RUNNING = 1000;

/** How the last import of a batch stands, with its refused rows. */
export function BatchImport({ batch, onClose }: { batch: Batch | null; onClose: () => void }) {
  const t = useTranslations('numberbatch');
  return (
    <PageModal
      open={batch !== null}
      title={batch && t('importTitle', { name: batch.batchNo })}
      width={640}
      onCancel={onClose}
      footer={null}
      destroyOnHidden
    >
      {batch && <Import id={batch.id} />}
    </PageModal>
  );
}

function Import({ id }: { id: string }) {
  const t = useTranslations('numberbatch');
  const { data, error, refetch } = useQuery({
    ...get('/kfsms/batch/{id}', { path: { id } }),
    staleTime: 0,
    refetchInterval: (q) => (q.state.data?.state === 'importing' ? RUNNING : false),
  });
  if (error) return <ErrorAlert error={error} onRetry={refetch} />;
  if (!data) return <Skeleton active title={false} />;
  const { status, rows, processed, imported, duplicated, failed, errors, message } = data.import;
  return (
    <Flex vertical gap={16}>
      {status === 'running' && (
        <>
          <Progress percent={rows > 0 ? Math.floor((100 * processed) / rows) : 0} />
          <p>{t('importing', { done: processed, rows })}</p>
        </>
      )}
      {status === 'failed' && <Alert type="error" showIcon title={message} />}
      {status === 'done' && (
        <Alert
          type={failed > 0 ? 'warning' : 'success'}
          showIcon
          title={t('imported', { n: imported, again: duplicated, failed })}
        />
      )}
      {failed > 0 && <BadRows label={t('refusedRows')} errors={errors} failed={failed} />}
    </Flex>
  );
}
