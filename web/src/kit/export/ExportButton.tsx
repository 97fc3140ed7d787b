import { DownloadOutlined } from '@ant-design/icons';
import { useMutation } from '@tanstack/react-query';
import { Button } from 'antd';
import { useTranslations } from 'next-intl';
import { Suspense, useState } from 'react';
import { type AccessRule, usePermission } from '@/kit/access/Can';
import { LazyOverlay } from '@/kit/modal/LazyOverlay';
import { exportList, type FileLayout } from '@/lib/exportFile';
import { errorText, showError } from '@/lib/notifier';
import { lazyModule } from '@/lib/router/lazyModule';
import { useApp } from '@/lib/toasts';

// Most exports are a file at once.
const ExportProgress = lazyModule(
  async () => ({ default: (await import('./ExportProgress')).ExportProgress }),
  ['antd'],
);

// Lists are seen more often than they are exported.
export const ExportDialog = lazyModule(
  async () => ({ default: (await import('./ExportDialog')).ExportDialog }),
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
  /** A file of one format and fixed columns: nothing is asked. */
  fixed?: boolean;
  /** In a row of small buttons. */
  small?: boolean;
};

/**
 * Exports the rows of the list in the format and with the columns that are chosen. A large export runs in the background; a
 * notification shows its progress.
 */
export function ExportButton({ path, params, query, gate = {}, label, fixed = false, small = false }: Props) {
  const t = useTranslations('table');
  const { notification } = useApp();
  const may = usePermission();
  const [state, setState] = useState<'never' | 'open' | 'closed'>('never');
  const run = useMutation({
    meta: { quiet: true },
    mutationFn: (layout: FileLayout) => exportList(path, query, params, layout),
    onSuccess: (made) => {
      setState((s) => (s === 'open' ? 'closed' : s));
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
  const name = label ?? t('export');
  return (
    <>
      <Button
        size={small ? 'small' : undefined}
        icon={<DownloadOutlined />}
        loading={run.isPending}
        onClick={() => (fixed ? run.mutate({}) : setState('open'))}
        onPointerEnter={fixed ? undefined : () => void ExportDialog.preload().catch(() => {})}
      >
        {name}
      </Button>
      {state !== 'never' && (
        <LazyOverlay onFail={() => setState('never')}>
          <ExportDialog
            {...{ path, params, query }}
            title={name}
            open={state === 'open'}
            busy={run.isPending}
            onExport={run.mutate}
            onClose={() => setState('closed')}
          />
        </LazyOverlay>
      )}
    </>
  );
}
