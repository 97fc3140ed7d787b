import { useQuery } from '@tanstack/react-query';
import { Skeleton, Timeline } from 'antd';
import { useTranslations } from 'next-intl';
import { DictTag, Time } from '@/kit/cell/cells';
import { PageModal } from '@/kit/modal/PageModal';
import { ErrorAlert } from '@/kit/page/ErrorAlert';
import { get } from '@/lib/api/query';
import css from './notice.module.css';
import { base, type PostKind } from './post';

type Props = { kind: PostKind; id: string | null; onClose: () => void };

/** Shows the changes of a post: user, action and time. */
export function History({ kind, id, onClose }: Props) {
  const t = useTranslations('notice');
  const path = `${base(kind)}/opt/record` as '/im/announcement/opt/record';
  const { data, error } = useQuery({ ...get(path, { query: { id: id ?? '' } }), enabled: id !== null, staleTime: 0 });
  const name = (action: string) => {
    const key = `did.${action}` as Parameters<typeof t>[0];
    return t.has(key) ? t(key) : action;
  };
  return (
    <PageModal open={id !== null} title={t('history')} footer={null} onCancel={onClose}>
      <ErrorAlert error={error} />
      {!data && !error && <Skeleton active />}
      {data && (
        <Timeline
          className={css.history}
          items={data.map((r) => ({
            key: r.id,
            content: (
              <>
                <strong>{name(r.action)}</strong> <DictTag code="notice_status" value={r.status} />
                <div className={css.when}>
                  {r.operator || t('house')} · <Time value={r.createTime} seconds />
                </div>
              </>
            ),
          }))}
        />
      )}
    </PageModal>
  );
}
