import { useTranslations } from 'next-intl';
import { Time } from '@/kit/cell/cells';
import { DescriptionList, Panel } from '@/kit/page/Page';
import { ScrollBox } from '@/kit/page/ScrollBox';
import { Table, type TableColumn } from '@/ui/Table';
import type { Figures, Scheduler } from './figures';
import { LATE, levelOf } from './health';
import css from './operation.module.css';
import { LevelTag, NotMeasured, useMissing, useSpan } from './parts';

type Part = NonNullable<Scheduler['parts']>[number];

/** The last run of the minute's scheduler with its parts, the failing and the slowest first. */
export function SchedulerPanel({ figures }: { figures: Figures }) {
  const t = useTranslations('operation');
  const span = useSpan();
  const missing = useMissing(figures);
  const { scheduler } = figures;
  return (
    <Panel
      title={t('scheduler')}
      extra={scheduler && <LevelTag level={levelOf(scheduler.lagSeconds, LATE.scheduler)} />}
    >
      <p className={css.hint}>{t('schedulerNote')}</p>
      {!scheduler && <NotMeasured why={missing('scheduler', t('why.scheduler'))} />}
      {scheduler && (
        <>
          <DescriptionList
            items={[
              { label: t('lastRun'), value: <Time value={scheduler.lastRun} seconds /> },
              { label: t('began'), value: t('ago', { age: span(scheduler.lagSeconds) }) },
              { label: t('duration'), value: span(scheduler.durationMs / 1000) },
              { label: t('by'), value: scheduler.by || t('byAws') },
            ]}
          />
          <Parts parts={scheduler.parts ?? []} />
        </>
      )}
    </Panel>
  );
}

function Parts({ parts }: { parts: Part[] }) {
  const t = useTranslations('operation');
  const span = useSpan();
  const sorted = parts.toSorted((a, b) => Number(b.failing) - Number(a.failing) || b.durationMs - a.durationMs);
  const columns: TableColumn<Part>[] = [
    { key: 'name', title: t('part.name'), render: (p) => <code>{p.name}</code> },
    { key: 'duration', title: t('duration'), align: 'end', render: (p) => span(p.durationMs / 1000) },
    { key: 'level', title: t('status'), render: (p) => <LevelTag level={p.failing ? 'bad' : 'good'} /> },
    {
      key: 'error',
      title: t('lastError'),
      from: 'sm',
      render: (p) =>
        p.lastError ? (
          <span className={css.named}>
            <span className={css.error}>{p.lastError}</span>
            <small>
              <Time value={p.errorTime} seconds />
            </small>
          </span>
        ) : (
          '–'
        ),
    },
  ];
  return (
    <div className={css.below}>
      <ScrollBox label={t('schedulerParts')}>
        <Table<Part> size="small" columns={columns} dataSource={sorted} rowKey={(p) => p.name} />
      </ScrollBox>
    </div>
  );
}
