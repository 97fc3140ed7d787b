import { useTranslations } from 'next-intl';
import { Panel } from '@/kit/page/Page';
import { ScrollBox } from '@/kit/page/ScrollBox';
import { useFormat } from '@/lib/format';
import { Table, type TableColumn } from '@/ui/Table';
import { Copies } from './Copies';
import type { Figures, Queue } from './figures';
import { LATE, levelOf, queueLevel } from './health';
import css from './operation.module.css';
import { LevelTag, NotMeasured, useSpan } from './parts';
import { SchedulerPanel } from './SchedulerPanel';

/** Work in the background: queues, the minute's scheduler, work that is due, and the processes that do it. */
export function WorkPart({ figures }: { figures: Figures }) {
  return (
    <>
      <Queues figures={figures} />
      <SchedulerPanel figures={figures} />
      <div className={css.two}>
        <Due figures={figures} />
        <Copies figures={figures} />
      </div>
    </>
  );
}

function Queues({ figures }: { figures: Figures }) {
  const t = useTranslations('operation');
  const f = useFormat();
  const span = useSpan();
  const unknown = (q: Queue) => q.oldestSeconds === null && q.waiting > 0;
  const count = (key: 'waiting' | 'inFlight' | 'delayed' | 'deadLetters'): TableColumn<Queue> => ({
    key,
    title: t(key),
    align: 'end',
    from: key === 'inFlight' || key === 'delayed' ? 'sm' : undefined,
    render: (q) => <span data-zero={q[key] === 0}>{f.count(q[key])}</span>,
  });
  const columns: TableColumn<Queue>[] = [
    { key: 'name', title: t('queue'), render: (q) => <code>{q.name}</code> },
    count('waiting'),
    count('inFlight'),
    count('delayed'),
    {
      key: 'oldest',
      title: t('oldest'),
      align: 'end',
      render: (q) =>
        q.oldestSeconds !== null ? (
          span(q.oldestSeconds)
        ) : (
          <span className={css.quiet}>{unknown(q) ? t('notMeasured') : '–'}</span>
        ),
    },
    count('deadLetters'),
    {
      key: 'level',
      title: t('status'),
      from: 'sm',
      render: (q) => <LevelTag level={queueLevel(q)} />,
    },
  ];
  return (
    <Panel title={t('queues')}>
      <p className={css.hint}>{t(figures.queues?.some(unknown) ? 'why.oldest' : 'queuesNote')}</p>
      {figures.queues ? (
        <ScrollBox label={t('queues')}>
          <Table<Queue> size="small" columns={columns} dataSource={figures.queues} rowKey={(q) => q.name} />
        </ScrollBox>
      ) : (
        <NotMeasured why={t('readFailed')} />
      )}
    </Panel>
  );
}

/** Background work of each table whose time has come. */
function Due({ figures }: { figures: Figures }) {
  const t = useTranslations('operation');
  const span = useSpan();
  return (
    <Panel title={t('due')}>
      <p className={css.hint}>{t('dueNote')}</p>
      {!figures.due && <NotMeasured why={t('readFailed')} />}
      <ul className={css.checks}>
        {(figures.due ?? []).map((d) => (
          <li key={d.table}>
            <code>{d.table}</code>
            <span>{d.lagSeconds > 0 ? t('lateBy', { age: span(d.lagSeconds) }) : t('onTime')}</span>
            <LevelTag level={levelOf(d.lagSeconds, LATE.due)} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}
