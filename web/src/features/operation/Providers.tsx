import { useTranslations } from 'next-intl';
import { Time } from '@/kit/cell/cells';
import { EmptyState } from '@/kit/page/EmptyState';
import { Panel } from '@/kit/page/Page';
import { ScrollBox } from '@/kit/page/ScrollBox';
import { useFormat } from '@/lib/format';
import { Table, type TableColumn } from '@/ui/Table';
import type { Figures, Provider } from './figures';
import { providerLevel } from './health';
import { LoadMissing } from './LoadChart';
import css from './operation.module.css';
import { LevelTag, useSpan } from './parts';

/** How providers answered the calls of the last hour. */
export function Providers({ figures }: { figures: Figures }) {
  const t = useTranslations('operation');
  const f = useFormat();
  const span = useSpan();
  const { load } = figures;
  const providers = load?.providers ?? [];
  const columns: TableColumn<Provider>[] = [
    { key: 'name', title: t('provider'), render: (p) => <span className={css.error}>{p.name}</span> },
    { key: 'level', title: t('status'), render: (p) => <LevelTag level={providerLevel(p)} /> },
    { key: 'calls', title: t('calls'), align: 'end', render: (p) => f.count(p.calls) },
    {
      key: 'failures',
      title: t('failures'),
      align: 'end',
      render: (p) =>
        t('withShare', { n: f.count(p.failures), share: f.percent(p.calls > 0 ? p.failures / p.calls : 0) }),
    },
    { key: 'refusals', title: t('refusedCalls'), align: 'end', from: 'sm', render: (p) => f.count(p.refusals) },
    { key: 'p99', title: t('p99'), align: 'end', from: 'md', render: (p) => span(p.p99Ms / 1000) },
    { key: 'good', title: t('lastSuccess'), from: 'md', render: (p) => <Time value={p.lastSuccess} seconds /> },
    { key: 'bad', title: t('lastFailure'), from: 'lg', render: (p) => <Time value={p.lastFailure} seconds /> },
  ];
  return (
    <Panel title={t('providers')}>
      <p className={css.hint}>{t('providersNote')}</p>
      {!load && <LoadMissing figures={figures} />}
      {load && providers.length === 0 && <EmptyState motif="bubble" description={t('noProviders')} />}
      {providers.length > 0 && (
        <ScrollBox label={t('providers')}>
          <Table<Provider> size="small" columns={columns} dataSource={providers} rowKey={(p) => p.name} />
        </ScrollBox>
      )}
    </Panel>
  );
}
