import { SyncOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Alert, Skeleton } from 'antd';
import { useTranslations } from 'next-intl';
import { ActionButton } from '@/kit/action/ActionButton';
import { Tone } from '@/kit/dict/Tone';
import { RecordDetails } from '@/kit/page/DetailPage';
import { ErrorAlert } from '@/kit/page/ErrorAlert';
import { DescriptionList, Page, Panel } from '@/kit/page/Page';
import { useApiMutation } from '@/lib/api/mutation';
import { get } from '@/lib/api/query';
import { request } from '@/lib/api/request';
import { POLL } from '@/lib/constants';
import { useFormat } from '@/lib/format';
import { type Detail, DOMAIN, DOMAIN_LIST, lacksKeys } from './domain';
import css from './domain.module.css';
import { Records } from './Records';
import { SpfTree } from './SpfTree';
import { StateTag, useDomainColumns } from './useDomainColumns';

/** Page of a domain: its state with help, the records to set with a copy button each, the SPF lookups and the DMARC policy. */
export function DomainPage({ id, onBack }: { id: string; onBack: () => void }) {
  const t = useTranslations('domain');
  const {
    data: one,
    error,
    refetch,
  } = useQuery({
    ...get(DOMAIN, { path: { id } }),
    refetchInterval: ({ state }) => state.data !== undefined && (state.data.checking ? POLL.task : POLL.slow),
  });
  const columns = useDomainColumns();
  const check = useApiMutation(() => request('put', '/domain/{id}/check', { path: { id } }), {
    changes: [DOMAIN, DOMAIN_LIST],
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
          {one.name} <StateTag domain={one} />
        </>
      }
      actions={
        <ActionButton
          gate={{ permission: 'domain:check' }}
          type="primary"
          icon={<SyncOutlined spin={one.checking} />}
          disabled={one.checking && t('checking')}
          onAct={() => check.mutateAsync()}
        >
          {one.checking ? t('checking') : t('check')}
        </ActionButton>
      }
    >
      <Help domain={one} />
      <Panel title={t('records')}>
        <p className={css.note}>{t('recordsNote')}</p>
        <Records records={one.records} />
        {lacksKeys(one) && <p className={css.note}>{t('keysLater')}</p>}
      </Panel>
      <div className={css.columns}>
        {one.spf && <SpfTree report={one.spf} />}
        {one.dmarc && <Policy policy={one.dmarc} />}
        {one.uses.includes('link') && <Certificate certificate={one.certificate} />}
        <Panel title={t('facts')}>
          <RecordDetails words="domain" columns={columns} row={one} />
        </Panel>
      </div>
    </Page>
  );
}

const ALERT_TYPES = { pending: 'info', verified: 'success', failing: 'error', expired: 'warning' } as const;

/** What the state means and what to do now. */
function Help({ domain: d }: { domain: Detail }) {
  const t = useTranslations('domain');
  const f = useFormat();
  const todo = d.problems.map((p) => t(`purposes.${p}`)).join(', ');
  return (
    <Alert
      className={css.alert}
      type={ALERT_TYPES[d.state]}
      showIcon
      title={t(`help.${d.state}`, { time: d.deadline ? f.minute(d.deadline) : '' })}
      description={
        <>
          {d.uses.includes('email') && <div>{t(d.sending ? 'sends' : 'sendsNot')}</div>}
          {d.uses.includes('link') && <div>{t(d.linking ? (d.default ? 'linksDefault' : 'links') : 'linksNot')}</div>}
          {todo && <div>{t('todo', { list: todo })}</div>}
        </>
      }
    />
  );
}

const CERTIFICATE_TONES = {
  valid: 'green',
  expiring: 'gold',
  expired: 'red',
  wrongName: 'red',
  untrusted: 'red',
  none: 'orange',
} as const;

/** The certificate that browsers of visitors meet at a domain for links. */
function Certificate({ certificate }: { certificate: Detail['certificate'] }) {
  const t = useTranslations('domain.certificate');
  const f = useFormat();
  if (!certificate) {
    return (
      <Panel title={t('title')}>
        <p className={css.note}>{t('later')}</p>
      </Panel>
    );
  }
  const trusted = certificate.state === 'valid' || certificate.state === 'expiring';
  return (
    <Panel title={t('title')}>
      <p>
        <Tone tone={CERTIFICATE_TONES[certificate.state]}>{t(`states.${certificate.state}`)}</Tone>
      </p>
      {!trusted && <p className={css.note}>{t('help')}</p>}
      {certificate.until && (
        <DescriptionList
          items={[
            { label: t('issuer'), value: certificate.issuer },
            { label: t('until'), value: f.minute(certificate.until) },
          ]}
        />
      )}
    </Panel>
  );
}

function Policy({ policy: p }: { policy: NonNullable<Detail['dmarc']> }) {
  const t = useTranslations('domain');
  const items = [
    { label: t('policy'), value: t(`policies.${p.policy}`) },
    { label: t('percent'), value: t('ofEmails', { n: p.percent }) },
    { label: t('alignment'), value: t('aligned', { dkim: t(`modes.${p.dkim}`), spf: t(`modes.${p.spf}`) }) },
    ...(p.inherited ? [{ label: t('inherited'), value: p.inherited }] : []),
  ];
  return (
    <Panel title={t('policyTitle')}>
      <DescriptionList items={items} />
      <p>
        <code className={css.code}>{p.record}</code>
      </p>
    </Panel>
  );
}
