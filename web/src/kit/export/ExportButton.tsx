import { DownloadOutlined } from '@ant-design/icons';
import { useMutation } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { useTranslations } from 'next-intl';
import { type Gate, useMay } from '../access/Can';
import { report, textOf } from '../feedback';
import { ExportProgress } from './ExportProgress';
import { exportList } from './exportFile';

type Props = {
  path: string;
  /** The filters and the order of the list. */
  query: Record<string, unknown>;
  gate?: Gate;
};

/** Exports what the list shows. A large export goes on in the background; a notification shows how far it is. */
export function ExportButton({ path, query, gate = {} }: Props) {
  const t = useTranslations('table');
  const { notification } = App.useApp();
  const may = useMay();
  const run = useMutation({
    meta: { quiet: true },
    mutationFn: () => exportList(path, query),
    onSuccess: (made) => {
      if (made.kind === 'saved') return;
      const key = `export-${made.id}`;
      notification.info({
        key,
        title: t('exporting'),
        description: <ExportProgress id={made.id} />,
        duration: 0,
        placement: 'bottomRight',
      });
    },
    onError: (e) => (textOf(e) ? report(e) : notification.error({ title: t('exportFailed') })),
  });
  if (!may(gate)) return null;
  return (
    <Button icon={<DownloadOutlined />} loading={run.isPending} onClick={() => run.mutate()}>
      {t('export')}
    </Button>
  );
}
