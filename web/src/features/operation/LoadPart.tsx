import { useTranslations } from 'next-intl';
import { DescriptionList, Panel } from '@/kit/page/Page';
import { ScrollBox } from '@/kit/page/ScrollBox';
import { useFormat } from '@/lib/format';
import { Table, type TableColumn } from '@/ui/Table';
import type { Figures, Load } from './figures';
import { failing, SHARE } from './health';
import { LoadChart } from './LoadChart';
import css from './operation.module.css';
import { LevelTag, useSpan } from './parts';

type Module = NonNullable<Load['modules']>[number];

/** The load of each module, the delay of receipts, and what the store was asked for. */
export function LoadPart({ figures }: { figures: Figures }) {
  const t = useTranslations('operation');
  const { load } = figures;
  return (
    <>
      <Panel title={t('load')}>
        <LoadChart figures={figures} all />
      </Panel>
      {load && (
        <>
          <Panel title={t('modules')}>
            <p className={css.hint}>{t('modulesNote', { minutes: load.minutes })}</p>
            <Modules modules={load.modules ?? []} />
          </Panel>
          <Receipts load={load} />
        </>
      )}
    </>
  );
}

function Modules({ modules }: { modules: Module[] }) {
  const t = useTranslations('operation');
  const f = useFormat();
  const span = useSpan();
  const columns: TableColumn<Module>[] = [
    { key: 'name', title: t('module'), render: (m) => <code>{m.name}</code> },
    { key: 'kind', title: t('kind'), from: 'md', render: (m) => t(`moduleKind.${m.kind}`) },
    { key: 'count', title: t('number'), align: 'end', render: (m) => f.count(m.count) },
    {
      key: 'errors',
      title: t('failures'),
      align: 'end',
      render: (m) => t('withShare', { n: f.count(m.errors), share: f.percent(m.count > 0 ? m.errors / m.count : 0) }),
    },
    { key: 'refused', title: t('refusedCalls'), align: 'end', from: 'md', render: (m) => f.count(m.refused) },
    { key: 'average', title: t('average'), align: 'end', from: 'sm', render: (m) => span(m.averageMs / 1000) },
    { key: 'p99', title: t('p99'), align: 'end', render: (m) => span(m.p99Ms / 1000) },
    { key: 'total', title: t('totalTime'), align: 'end', from: 'sm', render: (m) => span(m.totalMs / 1000) },
    {
      key: 'level',
      title: t('status'),
      from: 'sm',
      render: (m) => <LevelTag level={m.kind === 'requests' ? failing(m.errors, m.count, SHARE.requests) : 'good'} />,
    },
  ];
  return (
    <ScrollBox label={t('modules')}>
      <Table<Module> size="small" columns={columns} dataSource={modules} rowKey={(m) => m.kind + m.name} />
    </ScrollBox>
  );
}

function Receipts({ load }: { load: Load }) {
  const t = useTranslations('operation');
  const f = useFormat();
  const span = useSpan();
  const { receipts, minutes } = load;
  return (
    <Panel title={t('receipts')}>
      <p className={css.hint}>{t('receiptsHint', { minutes })}</p>
      {receipts ? (
        <DescriptionList
          items={[
            { label: t('half'), value: span(receipts.p50Seconds) },
            { label: t('p99'), value: span(receipts.p99Seconds) },
            { label: t('number'), value: f.count(receipts.count) },
          ]}
        />
      ) : (
        <p className={css.quiet}>{t('noneCame')}</p>
      )}
    </Panel>
  );
}
