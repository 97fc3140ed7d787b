import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useTranslations } from 'next-intl';
import { usePermission } from '@/kit/access/Can';
import { DictTag } from '@/kit/dict/DictTag';
import { ErrorAlert } from '@/kit/page/ErrorAlert';
import { Panel } from '@/kit/page/Page';
import { ScrollBox } from '@/kit/page/ScrollBox';
import { useApiMutation } from '@/lib/api/mutation';
import { get } from '@/lib/api/query';
import { request } from '@/lib/api/request';
import { POLL } from '@/lib/constants';
import { useFormat } from '@/lib/format';
import { Table } from '@/ui/Table';
import css from './commentitem.module.css';
import { ITEM_PATHS, WORK } from './item';

/** Running orders with items to take. */
export function WorkTable({ onTaken }: { onTaken: (id: string) => void }) {
  const t = useTranslations('commentitem');
  const f = useFormat();
  const may = usePermission()('comment:item:take');
  const { data, error, refetch } = useQuery({ ...get(WORK), refetchInterval: POLL.slow });
  const take = useApiMutation((id: string) => request('put', '/comment/item/{id}/take', { path: { id } }), {
    changes: ITEM_PATHS,
    onDone: (item) => onTaken(item.id),
    onFailed: () => refetch(),
  });
  if (error) return <ErrorAlert error={error} onRetry={refetch} />;
  return (
    <Panel title={t('work')}>
      {!data?.length ? (
        <p className={css.quiet}>{data ? t('noWork') : '\u00a0'}</p>
      ) : (
        <ScrollBox label={t('work')} maxHeight={320}>
          <Table
            rowKey={(w) => w.orderId}
            dataSource={data}
            columns={[
              { key: 'name', title: t('order'), render: (w) => `${w.name} · ${w.orderNo}` },
              {
                key: 'platform',
                title: t('platform'),
                width: 120,
                render: (w) => <DictTag code="comment_platform" value={w.platform} />,
              },
              {
                key: 'free',
                title: t('free'),
                width: 120,
                align: 'end',
                render: (w) => t('freeOf', { n: f.count(w.free), of: f.count(w.total) }),
              },
              { key: 'deadline', title: t('deadline'), width: 160, render: (w) => f.time(w.deadline) },
              {
                key: 'take',
                title: '',
                width: 120,
                render: (w) =>
                  may && (
                    <Button
                      size="small"
                      aria-label={t('takeOf', { name: w.name })}
                      loading={take.isPending && take.variables === w.next}
                      onClick={() => take.mutate(w.next)}
                    >
                      {t('take')}
                    </Button>
                  ),
              },
            ]}
          />
        </ScrollBox>
      )}
    </Panel>
  );
}
