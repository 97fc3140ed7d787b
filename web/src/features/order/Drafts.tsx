import { App, Button, Flex } from 'antd';
import { useTranslations } from 'next-intl';
import { useAct } from '@/kit/api/act';
import type { RecordOf } from '@/kit/api/types';
import { useFormat } from '@/kit/format';
import type { Column } from '@/kit/resource/columns';
import { ResourceTable } from '@/kit/resource/ResourceTable';
import { useList } from '@/kit/resource/useList';
import { useSearch } from '@/router/navigate';

type Draft = RecordOf<'/gc/groupsendorder/draft/page'>;

/** Orders that were kept because the balance was short: ordered again, or deleted. */
export function Drafts() {
  const t = useTranslations('order');
  const f = useFormat();
  const { modal, message } = App.useApp();
  const { set } = useSearch();
  const list = useList('/gc/groupsendorder/draft/page', { filters: ['name'] });
  const commit = useAct('post', '/gc/groupsendorder/draft/commit', {
    changes: ['/gc/groupsendorder/page', '/gc/groupsendorder/draft/page', '/pi/personal/info'],
    onDone: (made) => {
      message.success(t('created', { orderNo: made.orderNo }));
      set({ view: null, id: made.id });
    },
  });
  const remove = useAct('delete', '/gc/groupsendorder/draft/{id}', { changes: ['/gc/groupsendorder/draft/page'] });
  const quietly = (work: Promise<unknown>) => work.catch(() => {}); // said by the one error handler
  const order = (d: Draft) =>
    modal.confirm({
      title: t('ask.commit.title', { name: d.name }),
      content: t('ask.commit.text'),
      okText: t('submit'),
      onOk: () => quietly(commit.mutateAsync({ body: { id: d.id } })),
    });
  const drop = (d: Draft) =>
    modal.confirm({
      title: t('ask.drop.title', { name: d.name }),
      content: t('ask.drop.text'),
      okText: t('actions.delete'),
      okButtonProps: { danger: true },
      onOk: () => quietly(remove.mutateAsync({ path: { id: d.id } })),
    });
  const columns: Column<Draft>[] = [
    { field: 'name', title: t('name'), sort: true, render: (d) => d.name },
    { field: 'kind', title: t('messageType'), from: 'sm', render: (d) => t(`kinds.${d.message.type}`) },
    { field: 'countryCode', title: t('country'), from: 'md', render: (d) => f.country(d.countryCode) },
    { field: 'createTime', title: t('createTime'), sort: true, from: 'sm', render: (d) => f.minute(d.createTime) },
    {
      field: 'act',
      title: t('act'),
      width: 200,
      render: (d) => (
        <Flex gap={8}>
          <Button size="small" type="primary" onClick={() => order(d)}>
            {t('submit')}
          </Button>
          <Button size="small" danger onClick={() => drop(d)}>
            {t('actions.delete')}
          </Button>
        </Flex>
      ),
    },
  ];
  return (
    <ResourceTable
      label={t('views.drafts')}
      list={list}
      rowKey="id"
      columns={columns}
      filters={[{ field: 'name', label: t('filterName'), kind: 'text' }]}
      empty={{ title: t('draftsEmpty') }}
    />
  );
}
