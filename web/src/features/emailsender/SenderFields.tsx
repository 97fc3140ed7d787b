import { useQuery } from '@tanstack/react-query';
import { Input, Switch } from 'antd';
import { useTranslations } from 'next-intl';
import { usePermission } from '@/kit/access/Can';
import { formOf } from '@/kit/form/formOf';
import { DictSelect } from '@/kit/input/selects';
import { LovPicker } from '@/kit/lov/LovPicker';
import { get } from '@/lib/api/query';
import { usePathOf } from '@/lib/router/usePathOf';
import { Link } from '@/ui/Link';
import { Select } from '@/ui/Select';
import { InboxPreview } from './InboxPreview';
import { LONGEST, PLAN, type Sender, type SenderValues } from './values';
import { WarmUpPlan } from './WarmUpPlan';

const { Field, NumberField, useWatch } = formOf<SenderValues>();

/** The domains that emails can be sent from. */
const useDomains = () => useQuery(get('/domain/selector', { query: { size: 100, uses: 'email', sending: 'true' } }));

/** How to choose a domain; without one, where to add it. */
function DomainHint() {
  const t = useTranslations('emailsender');
  const page = usePathOf('domain');
  const { data } = useDomains();
  if (data?.total !== 0) return t('domainHint');
  return (
    <>
      <div>{t('noDomain')}</div>
      {page && <Link to={page}>{t('toDomains')}</Link>}
    </>
  );
}

/** The domains that emails can be sent from, and the one that a sender has. */
function DomainSelect({ row, ...props }: { row?: Sender; value?: string; onChange?: (id: string) => void }) {
  const t = useTranslations('emailsender');
  const { data, isLoading } = useDomains();
  const options = (data?.records ?? []).map((d) => ({ value: d.id, label: `@${d.name}` }));
  if (row && !options.some((o) => o.value === row.domainId))
    options.push({ value: row.domainId, label: `@${row.domain}` });
  return <Select {...props} loading={isLoading} options={options} notFoundContent={t('noDomain')} />;
}

/** The fields of a sender with what an inbox will show. */
export function SenderFields({ row }: { row?: Sender }) {
  const t = useTranslations('emailsender');
  const may = usePermission();
  const staff = may({ types: [1] });
  const customer = useWatch('customerId');
  const ours = staff && (row ? row.platform : !customer);
  return (
    <>
      {!row && may({ types: [1, 11] }) && (
        <Field name="customerId" label={t('customerId')} extra={t(staff ? 'platformHint' : 'ownHint')}>
          <LovPicker keyword="customer" multiple={false} label={t('customerId')} />
        </Field>
      )}
      <Field name="name" label={t('name')} extra={t('nameHint')} required>
        <Input autoComplete="off" maxLength={LONGEST.name} />
      </Field>
      <Field name="mailbox" label={t('mailbox')} extra={t('mailboxHint')} required>
        <Input autoComplete="off" maxLength={LONGEST.mailbox} />
      </Field>
      <Field name="domainId" label={t('domainId')} extra={<DomainHint />} required>
        <DomainSelect row={row} />
      </Field>
      <Field name="replyTo" label={t('replyTo')} extra={t('replyToHint')}>
        <Input autoComplete="off" inputMode="email" maxLength={LONGEST.address} />
      </Field>
      <Field name="replyToName" label={t('replyToName')}>
        <Input autoComplete="off" maxLength={LONGEST.name} />
      </Field>
      <InboxPreview row={row} />
      <NumberField name="dailyLimit" label={t('dailyLimit')} extra={t('limitHint')} min={0} max={100_000_000} />
      <Warming />
      {ours && <Sharing />}
    </>
  );
}

function Warming() {
  const t = useTranslations('emailsender');
  const on = useWatch('warming');
  return (
    <>
      <Field name="warming" label={t('warmUp')} extra={t('warmHint')} valuePropName="checked">
        <Switch aria-label={t('warmUp')} />
      </Field>
      {on && (
        <>
          <NumberField name="start" label={t('start')} required min={1} max={1_000_000} initialValue={PLAN.start} />
          <NumberField name="percent" label={t('percent')} required min={1} max={300} initialValue={PLAN.percent} />
          <NumberField name="days" label={t('days')} required min={1} max={90} initialValue={PLAN.days} />
          <WarmUpPlan />
        </>
      )}
    </>
  );
}

function Sharing() {
  const t = useTranslations('emailsender');
  const share = useWatch('share');
  return (
    <>
      <Field name="share" label={t('share')}>
        <DictSelect code="email_sender_share" />
      </Field>
      {share === 'some' && (
        <Field name="customers" label={t('customers')} extra={t('customersHint')} required>
          <LovPicker keyword="customer" multiple label={t('customers')} />
        </Field>
      )}
    </>
  );
}
