import { useTranslations } from 'next-intl';
import { DictTag, Time } from '@/kit/cell/cells';
import { EmptyState } from '@/kit/page/EmptyState';
import { Panel } from '@/kit/page/Page';
import { ScrollBox } from '@/kit/page/ScrollBox';
import { useFormat } from '@/lib/format';
import { usePathOf } from '@/lib/router/usePathOf';
import { Link } from '@/ui/Link';
import { Table, type TableColumn } from '@/ui/Table';
import type { Figures, Sender } from './figures';
import css from './operation.module.css';
import { Providers } from './Providers';
import { Bar, NotMeasured } from './parts';

/** Senders with their rates, limits, quality and refusals; and how the providers answer. */
export function SendersPart({ figures }: { figures: Figures }) {
  return (
    <>
      <Senders figures={figures} />
      <Providers figures={figures} />
    </>
  );
}

const URGENCY = { rests: 0, full: 1, ready: 2, off: 3 } as const;

function Senders({ figures }: { figures: Figures }) {
  const t = useTranslations('operation');
  const path = usePathOf('gc/sender');
  const columns = useSenderColumns(figures.home === 'aws');
  const { senders } = figures;
  const sorted = (senders ?? []).toSorted((a, b) => URGENCY[a.state] - URGENCY[b.state]);
  return (
    <Panel title={t('senders')} extra={path && <Link to={path}>{t('toSenders')}</Link>}>
      <p className={css.hint}>{t('sendersHint')}</p>
      {!senders && <NotMeasured why={t('readFailed')} />}
      {senders?.length === 0 && <EmptyState motif="bubble" description={t('noSenders')} />}
      {sorted.length > 0 && (
        <ScrollBox label={t('senders')}>
          <Table<Sender> size="small" columns={columns} dataSource={sorted} rowKey={(s) => s.id} />
        </ScrollBox>
      )}
    </Panel>
  );
}

function useSenderColumns(aws: boolean): TableColumn<Sender>[] {
  const t = useTranslations('operation');
  const f = useFormat();
  return [
    {
      key: 'name',
      title: t('sender'),
      render: (s) => (
        <span className={css.named}>
          <span>{s.name}</span>
          <small>
            <DictTag code="channel" value={s.channel} /> {s.provider}
          </small>
        </span>
      ),
    },
    {
      key: 'state',
      title: t('circuit'),
      render: (s) => (
        <span className={css.named}>
          <DictTag code="sender_state" value={s.state} />
          {s.restsUntil && (
            <small>
              {t('restsUntil')} <Time value={s.restsUntil} />
              {s.rests > 1 && t('restsTimes', { n: s.rests })}
            </small>
          )}
        </span>
      ),
    },
    {
      key: 'quality',
      title: t('quality'),
      from: 'md',
      render: (s) => (s.quality ? <DictTag code="sender_quality" value={s.quality} /> : '–'),
    },
    {
      key: 'rate',
      title: t('rate'),
      align: 'end',
      render: (s) => (
        <Bar value={s.perSecond} most={s.allowed}>
          {t('rateOf', { used: f.count(Math.round(s.perSecond * 10) / 10), allowed: f.count(s.allowed) })}
        </Bar>
      ),
    },
    {
      key: 'daily',
      title: t('daily'),
      align: 'end',
      from: 'sm',
      render: (s) =>
        s.dailyLimit === null ? (
          t('unlimited', { n: s.dailyUsed })
        ) : (
          <Bar value={s.dailyUsed} most={s.dailyLimit}>
            {t('rateOf', { used: f.count(s.dailyUsed), allowed: f.count(s.dailyLimit) })}
          </Bar>
        ),
    },
    { key: 'tenants', title: t('tenants'), align: 'end', from: 'lg', render: (s) => f.count(s.tenants) },
    { key: 'refusals', title: t('refusals'), from: 'md', render: (s) => <Refusals sender={s} aws={aws} /> },
  ];
}

/** Refusals of the last hour by code. AWS does not count them here. */
function Refusals({ sender, aws }: { sender: Sender; aws: boolean }) {
  const t = useTranslations('operation');
  const f = useFormat();
  const all = sender.refusals ?? [];
  if (all.length === 0) return <span className={css.quiet}>{aws ? t('notMeasured') : '–'}</span>;
  return (
    <ul className={css.codes}>
      {all.map((r) => (
        <li key={r.code}>
          <code>{r.code}</code> {t('times', { n: f.count(r.count) })}
        </li>
      ))}
    </ul>
  );
}
