import { Alert } from 'antd';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { DictTag, Time } from '@/kit/cell/cells';
import { Tone } from '@/kit/dict/Tone';
import { DescriptionList, Panel } from '@/kit/page/Page';
import { ScrollBox } from '@/kit/page/ScrollBox';
import { useFormat } from '@/lib/format';
import { usePathOf } from '@/lib/router/usePathOf';
import { Link } from '@/ui/Link';
import { Table, type TableColumn } from '@/ui/Table';
import { accountsOf, type Checked, type Difference, stateOf } from './check';
import css from './reconcile.module.css';

/** Shows a check: its range, its progress and its differences. */
export function Report({ title, check }: { title: string; check: Checked }) {
  const t = useTranslations('reconcile');
  const { key, tone } = stateOf(check);
  const running = key === 'running';
  return (
    <>
      <Panel title={title} extra={<Tone tone={tone}>{t(`states.${key}`, { n: check.found })}</Tone>}>
        <CheckSummary check={check} />
        {running && (
          <p role="status" className={css.progress}>
            {check.kind === 'books'
              ? t('progressBooks', { accounts: check.accounts, entries: check.entries })
              : t('progressPayments', { orders: check.orders, lines: check.lines })}
          </p>
        )}
      </Panel>
      {(!running || check.found > 0) && <Differences check={check} />}
      {!running && check.kind === 'books' && <Platform check={check} />}
    </>
  );
}

function CheckSummary({ check }: { check: Checked }) {
  const t = useTranslations('reconcile');
  const f = useFormat();
  const counted: [string, ReactNode][] =
    check.kind === 'books'
      ? [
          [t('accounts'), f.count(check.accounts)],
          [t('entries'), f.count(check.entries)],
          [t('available'), f.credits(check.available)],
          [t('reserved'), f.credits(check.reserved)],
        ]
      : [
          [t('orders'), f.count(check.orders)],
          [t('lines'), f.count(check.lines)],
          [t('credited'), f.count(check.credited)],
        ];
  return (
    <DescriptionList
      items={[
        { label: t('startTime'), value: <Time value={check.startTime} seconds /> },
        { label: t('endTime'), value: <Time value={check.endTime} seconds /> },
        { label: t('by'), value: check.by || t('night') },
        ...counted.map(([label, value]) => ({ label, value })),
      ]}
    />
  );
}

/** Shows the balances of the platform's own accounts, the other side of every movement. */
function Platform({ check }: { check: Checked }) {
  const t = useTranslations('reconcile');
  const f = useFormat();
  return (
    <Panel title={t('platform')}>
      <table className={css.accounts}>
        <tbody>
          {accountsOf(check).map(([account, amount]) => (
            <tr key={account}>
              <th scope="row">{account}</th>
              <td>{f.credits(amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

/** The first hundred differences of a check. */
function Differences({ check }: { check: Checked }) {
  const t = useTranslations('reconcile');
  const all = check.items ?? [];
  const payments = check.kind === 'payments';
  return (
    <Panel title={t('differences')}>
      {check.found === 0 && <p className={css.fine}>{t(payments ? 'finePayments' : 'fine')}</p>}
      {check.found > all.length && (
        <Alert type="warning" showIcon title={t('firstOf', { n: all.length, all: check.found })} />
      )}
      {all.length > 0 && <Lines all={all} payments={payments} />}
    </Panel>
  );
}

function Lines({ all, payments }: { all: Difference[]; payments: boolean }) {
  const t = useTranslations('reconcile');
  const columns: TableColumn<Difference>[] = [
    {
      key: 'what',
      title: t('what'),
      render: (d) => (
        <span className={css.what}>
          <DictTag code="reconcile_what" value={d.what} />
          {d.mended && <Tone tone="green">{t('mended')}</Tone>}
        </span>
      ),
    },
    { key: 'about', title: t('about'), render: (d) => <About difference={d} /> },
    ...(payments
      ? ([
          { key: 'provider', title: t('provider'), from: 'sm', render: (d) => d.provider || '–' },
          { key: 'expected', title: t('expected'), from: 'sm', render: (d) => d.expected || '–' },
          { key: 'found', title: t('here'), from: 'sm', render: (d) => d.found || '–' },
        ] satisfies TableColumn<Difference>[])
      : []),
    { key: 'note', title: t('remark'), from: payments ? 'lg' : undefined, render: (d) => d.note || '–' },
  ];
  return (
    <ScrollBox label={t('differences')}>
      <Table<Difference>
        columns={columns}
        dataSource={all}
        rowKey={(d) => [d.what, d.about, d.expected, d.found, d.note].join('|')}
      />
    </ScrollBox>
  );
}

/** Shows the subject of a difference, with a link if it is an order of the platform. */
function About({ difference: d }: { difference: Difference }) {
  const recharges = usePathOf('aty/recharge');
  const known = recharges && d.provider && d.what !== 'nobody' && d.what !== 'unread';
  return (
    <span className={css.about}>
      {known ? <Link to={`${recharges}?id=${encodeURIComponent(d.about)}`}>{d.about}</Link> : d.about || '–'}
    </span>
  );
}
