import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton, Tag } from 'antd';
import { useTranslations } from 'next-intl';
import { PageDrawer } from '@/kit/modal/PageModal';
import { EmptyState } from '@/kit/page/EmptyState';
import { ErrorAlert } from '@/kit/page/ErrorAlert';
import { useApiMutation } from '@/lib/api/mutation';
import { get } from '@/lib/api/query';
import { request } from '@/lib/api/request';
import { useFormat } from '@/lib/format';
import { useApp } from '@/lib/toasts';
import { TEMPLATE, TEMPLATE_LIST, VERSIONS } from './calls';
import css from './dialogs.module.css';

type Props = {
  id: string /** The version that is edited. */;
  version: number;
  open: boolean;
  onClose: () => void;
  onRestored: () => void;
};

/** The earlier versions of a template. One that is restored becomes the newest. */
export function Versions({ id, version, open, onClose, onRestored }: Props) {
  const t = useTranslations('emaileditor.version');
  const f = useFormat();
  const { message, modal } = useApp();
  const query = useQuery({ ...get(VERSIONS, { path: { id } }), enabled: open, staleTime: 0 });
  const restore = useApiMutation(
    (restore: number) => request('put', '/edm/template/{id}/restore', { path: { id }, body: { version, restore } }),
    {
      changes: [TEMPLATE, TEMPLATE_LIST, VERSIONS],
      onDone: () => {
        message.success(t('restored'));
        onClose();
        onRestored();
      },
    },
  );
  const ask = (number: number) =>
    void modal.confirm({
      title: t('restoreTitle', { version: number }),
      content: t('restoreText'),
      okText: t('restore'),
      onOk: () => restore.mutateAsync(number),
    });
  const versions = query.data ?? [];
  return (
    <PageDrawer open={open} title={t('title')} size={420} onClose={onClose}>
      {query.error ? (
        <ErrorAlert error={query.error} onRetry={query.refetch} />
      ) : query.isPending ? (
        <Skeleton active />
      ) : versions.length === 0 ? (
        <EmptyState description={t('none')} />
      ) : (
        <ul className={css.versions}>
          {versions.map((v) => (
            <li key={v.version}>
              <div>
                <b>{t('number', { version: v.version })}</b> <span>{v.subject}</span>
                <small>
                  {f.time(v.time)} · {v.userName}
                </small>
              </div>
              {v.version === version ? (
                <Tag>{t('current')}</Tag>
              ) : (
                <Button size="small" onClick={() => ask(v.version)}>
                  {t('restore')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </PageDrawer>
  );
}
