import { PlusOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Skeleton } from 'antd';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { usePermission } from '@/kit/access/Can';
import { DictTag } from '@/kit/dict/DictTag';
import { ErrorAlert } from '@/kit/page/ErrorAlert';
import { DescriptionList, Page, Panel } from '@/kit/page/Page';
import { get } from '@/lib/api/query';
import { POLL } from '@/lib/constants';
import { useFormat } from '@/lib/format';
import { AccountCard } from './AccountCard';
import { AccountForm } from './AccountForm';
import { FactList } from './FactList';
import { type Detail, PROVIDER } from './provider';
import css from './provider.module.css';

/** Page of a provider: how it stands, what it can do, its accounts, and what uses it. */
export function ProviderPage({ id, onBack }: { id: string; onBack: () => void }) {
  const t = useTranslations('provider');
  const may = usePermission();
  const [form, setForm] = useState({ open: false, id: '' });
  const {
    data: one,
    error,
    refetch,
  } = useQuery({
    ...get(PROVIDER, { path: { id } }),
    refetchInterval: ({ state }) =>
      state.data?.items.some((a) => a.check.state === 'running') ? POLL.task : state.data && POLL.slow,
  });
  const back = { label: t('back'), onClick: onBack };
  if (!one) {
    return (
      <Page title={t('title')} back={back}>
        {error ? <ErrorAlert error={error} onRetry={refetch} /> : <Skeleton active />}
      </Page>
    );
  }
  return (
    <Page
      back={back}
      title={
        <>
          {one.name} <DictTag code="provider_state" value={one.state} />
        </>
      }
      actions={
        one.managed &&
        may({ permission: 'lop:provider:add' }) && (
          <Button type="primary" icon={<PlusOutlined />} onClick={() => setForm({ open: true, id: '' })}>
            {t('add')}
          </Button>
        )
      }
    >
      <Failure provider={one} />
      <div className={css.columns}>
        <Panel title={t('accounts')}>
          {!one.managed && <p className={css.note}>{t('unmanaged')}</p>}
          <ul className={css.accounts}>
            {one.items.map((a) => (
              <AccountCard key={a.id} account={a} provider={one} onEdit={() => setForm({ open: true, id: a.id })} />
            ))}
          </ul>
        </Panel>
        <Panel title={t('facts')}>
          <FactList facts={one.facts} />
        </Panel>
        <Uses provider={one} />
      </div>
      <AccountForm
        provider={one}
        account={one.items.find((a) => a.id === form.id)}
        open={form.open}
        onClose={() => setForm({ ...form, open: false })}
      />
    </Page>
  );
}

/** The last failure of a provider that fails now. */
function Failure({ provider: p }: { provider: Detail }) {
  const t = useTranslations('provider');
  const f = useFormat();
  if (p.state !== 'failing' || !p.lastFailure) return null;
  return (
    <Alert
      className={css.alert}
      type="error"
      showIcon
      title={t('failingSince', { time: f.minute(p.lastFailure) })}
      description={p.failureCode ? t('withCode', { code: p.failureCode, text: p.failure }) : p.failure}
    />
  );
}

/** The senders of a provider, and the orders that use it. */
function Uses({ provider: p }: { provider: Detail }) {
  const t = useTranslations('provider');
  const f = useFormat();
  if (p.numbers.length === 0 && p.ordersOf === 0) return null;
  const more = p.ordersOf - p.orders.length;
  return (
    <Panel title={t('usedBy')}>
      <DescriptionList
        items={[
          {
            label: t('senders'),
            value: p.numbers.map((s) => (s.number ? f.number(s.number) : s.id)).join(', ') || '–',
          },
          {
            label: t('orders'),
            value: `${p.orders.join(', ') || '–'}${more > 0 ? ` ${t('andMore', { n: f.count(more) })}` : ''}`,
          },
        ]}
      />
    </Panel>
  );
}
