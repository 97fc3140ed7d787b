import { DownloadOutlined } from '@ant-design/icons';
import { useMutation } from '@tanstack/react-query';
import { Button } from 'antd';
import { useTranslations } from 'next-intl';
import { Suspense } from 'react';
import { type AccessRule, usePermission } from '@/kit/access/Can';
import { exportList } from '@/lib/exportFile';
import { errorText, showError } from '@/lib/notifier';
import { lazyModule } from '@/lib/router/lazyModule';
import { useApp } from '@/lib/toasts';

// Most exports are a file at once.
const ExportProgress = lazyModule(
  async () => ({ default: (await import('./ExportProgress')).ExportProgress }),
  ['antd'],
);

type Props = {
  path: string;
  /** Parameters of the path. */
  params?: object;
  /** The filters and the order of the list. */
  query: Record<string, unknown>;
  gate?: AccessRule;
  /** Instead of “export”. */
  label?: string;
};

/** Exports the rows of the list. A large export runs in the background; a notification shows its progress. */
export function ExportButton({ path, params, query, gate = {}, label }: Props) {
  const t = useTranslations('table');
  const { notification } = useApp();
  const may = usePermission();
  const run = useMutation({
    meta: { quiet: true },
    mutationFn: () => exportList(path, query, params),
    onSuccess: (made) => {
      if (made.kind === 'saved') return;
      const key = `export-${made.id}`;
      notification.info({
        key,
        title: t('exporting'),
        description: (
          <Suspense>
            <ExportProgress id={made.id} />
          </Suspense>
        ),
        duration: 0,
        placement: 'bottomRight',
      });
    },
    onError: (e) => (errorText(e) ? showError(e) : notification.error({ title: t('exportFailed') })),
  });
  if (!may(gate)) return null;
  return (
    <Button icon={<DownloadOutlined />} loading={run.isPending} onClick={() => run.mutate()}>
      {label ?? t('export')}
    </Button>
  );
}
