import { ArrowLeftOutlined } from '@ant-design/icons';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { usePermission } from '@/kit/access/Can';
import { ActionButton } from '@/kit/action/ActionButton';
import { Time } from '@/kit/cell/cells';
import { EmptyState } from '@/kit/page/EmptyState';
import { ErrorAlert } from '@/kit/page/ErrorAlert';
import { DescriptionList, Panel } from '@/kit/page/Page';
import { ScrollBox } from '@/kit/page/ScrollBox';
import { get } from '@/lib/api/query';
import { useFormat } from '@/lib/format';
import { useSearch } from '@/lib/router/navigate';
import { Table, type TableColumn } from '@/ui/Table';
import { type Action, DEAD_EDIT, DEAD_PAGE, type Group, kindOf, type Letter, type Verb } from './dead';
import css from './operation.module.css';
import { OrderLink } from './UnknownOutcomes';

type Props = { group: Group | undefined; onAct: (action: Action) => void; onBack: () => void };

/** The dead letters of a queue with one error, and what can be done with them. */
export function DeadGroup({ group, onAct, onBack }: Props) {
  const t = useTranslations('operation');
  const f = useFormat();
  const back = (
    <Button icon={<ArrowLeftOutlined />} onClick={onBack}>
      {t('backToGroups')}
    </Button>
  );
  if (!group)
    return (
      <Panel title={t('deadGroups')} extra={back}>
        <EmptyState motif="list" description={t('groupGone')} />
      </Panel>
    );
  return (
    <>
      <Panel title={t('deadGroup')} extra={back}>
        <p className={css.cause}>{group.error || t(group.unreadable ? 'unreadable' : 'errorUnknown')}</p>
        {!group.error && !group.unreadable && <p className={css.hint}>{t('errorUnknownNote')}</p>}
        <DescriptionList
          items={[
            { label: t('queue'), value: <code>{group.queue}</code> },
            { label: t('task'), value: <code>{group.task || '–'}</code> },
            { label: t('number'), value: f.count(group.count) },
            { label: t('firstSent'), value: <Time value={group.firstSent} /> },
            { label: t('oldestLetter'), value: <Time value={group.oldest} /> },
            { label: t('newestLetter'), value: <Time value={group.newest} /> },
          ]}
        />
      </Panel>
      <Letters group={group} onAct={onAct} />
    </>
  );
}

function Letters({ group, onAct }: { group: Group; onAct: (action: Action) => void }) {
  const t = useTranslations('operation');
  const tt = useTranslations('table');
  const may = usePermission()(DEAD_EDIT);
  const { params, set } = useSearch();
  const [chosen, setChosen] = useState<string[]>([]);
  const after = params.get('after') ?? undefined;
  const { data, error, refetch } = useQuery({
    ...get(DEAD_PAGE, { query: { queue: group.queue, group: group.group, after } }),
    placeholderData: keepPreviousData,
  });
  const columns = useLetterColumns();
  const rows = data?.records ?? [];
  const act = (verb: Verb) => onAct({ verb, group, ids: chosen.length > 0 ? chosen : undefined });
  const n = chosen.length || group.count;
  return (
    <Panel title={t('letters')}>
      {may ? (
        <div className={css.acts}>
          <ActionButton type="primary" disabled={group.unreadable && t('unreadableNote')} onAct={() => act('redrive')}>
            {t('redriveN', { n })}
          </ActionButton>
          <ActionButton danger onAct={() => act('discard')}>
            {t('discardN', { n })}
          </ActionButton>
          {chosen.length > 0 && (
            <Button type="link" onClick={() => setChosen([])}>
              {tt('clearSelection')}
            </Button>
          )}
        </div>
      ) : (
        <p className={css.hint}>{t('deadReadOnly')}</p>
      )}
      <p className={css.hint}>{t('bodiesNote')}</p>
      <ErrorAlert error={error} onRetry={refetch} />
      {!data && !error && <Skeleton active />}
      {data && (
        <ScrollBox label={t('letters')}>
          <Table<Letter>
            size="small"
            columns={columns}
            dataSource={rows}
            rowKey={(l) => l.id}
            rowSelection={
              may
                ? {
                    selectedRowKeys: chosen,
                    onChange: setChosen,
                    getCheckboxProps: () => ({}),
                    labelAll: tt('selectAll'),
                    labelOf: (line) => tt('selectRow', { line }),
                  }
                : undefined
            }
          />
        </ScrollBox>
      )}
      {(after || data?.next) && (
        <p className={css.pages}>
          {after && <Button onClick={() => set({ after: null })}>{t('firstPage')}</Button>}
          {data?.next && <Button onClick={() => set({ after: data.next })}>{tt('pager.next')}</Button>}
        </p>
      )}
    </Panel>
  );
}

function useLetterColumns(): TableColumn<Letter>[] {
  const t = useTranslations('operation');
  const f = useFormat();
  return [
    { key: 'id', title: t('letter'), render: (l) => <code className={css.id}>{l.id}</code> },
    {
      key: 'order',
      title: t('order'),
      render: (l) => (l.orderId ? <OrderLink kind={kindOf(l.task)} id={l.orderId} text={l.orderId} /> : '–'),
    },
    { key: 'sent', title: t('firstSent'), from: 'md', render: (l) => <Time value={l.sentTime} seconds /> },
    { key: 'died', title: t('died'), from: 'sm', render: (l) => <Time value={l.deadTime} seconds /> },
    { key: 'deliveries', title: t('deliveries'), align: 'end', from: 'md', render: (l) => f.count(l.deliveries) },
    { key: 'bytes', title: t('bytes'), align: 'end', from: 'lg', render: (l) => f.count(l.bytes) },
  ];
}
