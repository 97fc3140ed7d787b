'use client';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { POLL } from '@/core/constants';
import { ActionButton } from '@/kit/action/ActionButton';
import { useAct } from '@/kit/api/act';
import { get } from '@/kit/api/query';
import { to } from '@/kit/api/to';
import { Time } from '@/kit/cell/cells';
import { Tone } from '@/kit/dict/Tone';
import { useFormat } from '@/kit/format';
import { Alert } from '@/kit/light/Alert';
import { Empty } from '@/kit/light/Empty';
import { Skeleton } from '@/kit/light/Skeleton';
import { Facts, Page, Panel } from '@/kit/page/Page';
import { Problem } from '@/kit/page/Problem';
import { accountsOf, type Checked, stateOf } from './check';
import css from './reconcile.module.css';

const BOOKS = '/aty/accountstatement/reconcile';

/** The check of the books: every balance and reservation derived anew from the entries, and each difference that was found. */
export default function Reconcile() {
  const t = useTranslations('reconcile');
  const last = useQuery({
    ...get(BOOKS),
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? POLL.task : false),
  });
  const start = useAct(() => to('post', BOOKS), { changes: [BOOKS], quiet: true });
  const running = last.data?.status === 'running';
  const check = (
    <ActionButton
      type="primary"
      gate={{ permission: 'aty:ledger:reconcile' }}
      disabled={running && t('underWay')}
      onAct={() => start.mutateAsync()}
    >
      {t('start')}
    </ActionButton>
  );
  return (
    <Page title={t('title')} note={t('note')} actions={check}>
      <Problem error={last.error} onRetry={last.refetch} />
      {last.isPending && <Skeleton />}
      {last.data?.status === 'none' && <Empty description={t('none')} />}
      {last.data && last.data.status !== 'none' && <Report of={last.data} />}
    </Page>
  );
}

function Report({ of }: { of: Checked }) {
  const t = useTranslations('reconcile');
  const f = useFormat();
  const { key, tone } = stateOf(of);
  return (
    <>
      <Panel title={t('last')} extra={<Tone tone={tone}>{t(`states.${key}`, { n: of.found })}</Tone>}>
        <Facts
          items={[
            { label: t('startTime'), value: <Time value={of.startTime} seconds /> },
            { label: t('endTime'), value: <Time value={of.endTime} seconds /> },
            { label: t('accounts'), value: f.count(of.accounts) },
            { label: t('entries'), value: f.count(of.entries) },
            { label: t('available'), value: f.credits(of.available) },
            { label: t('reserved'), value: f.credits(of.reserved) },
          ]}
        />
      </Panel>
      {key !== 'running' && <Differences of={of} />}
      {key !== 'running' && <Platform of={of} />}
    </>
  );
}

/** What the platform's own accounts hold: the other side of every movement. */
function Platform({ of }: { of: Checked }) {
  const t = useTranslations('reconcile');
  const f = useFormat();
  return (
    <Panel title={t('platform')}>
      <table className={css.accounts}>
        <tbody>
          {accountsOf(of).map(([account, amount]) => (
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

/** Each difference as the check tells it; the first hundred. */
function Differences({ of }: { of: Checked }) {
  const t = useTranslations('reconcile');
  const all = of.differences ?? [];
  return (
    <Panel title={t('differences')}>
      {of.found === 0 && <p className={css.fine}>{t('fine')}</p>}
      {of.found > all.length && <Alert title={t('firstOf', { n: all.length, all: of.found })} />}
      {all.length > 0 && (
        <ol className={css.differences}>
          {all.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ol>
      )}
    </Panel>
  );
}
