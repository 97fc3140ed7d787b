import { Input } from 'antd';
import { useTranslations } from 'next-intl';
import { useDict } from '@/kit/dict/useDict';
import { formOf } from '@/kit/form/formOf';
import { usePathOf } from '@/lib/router/usePathOf';
import { Link } from '@/ui/Link';
import { Select } from '@/ui/Select';
import css from './email.module.css';
import type { EmailOrderValues } from './request';
import { type SenderOption, useSenders } from './useSenders';

const { Field } = formOf<EmailOrderValues>();

/** Who the email comes from, and where answers go. */
export function SenderFields({ values }: { values: EmailOrderValues }) {
  const t = useTranslations('email');
  const page = usePathOf('edm/sender');
  const senders = useSenders(values.userId);
  const chosen = senders?.find((s) => s.id === values.senderId);
  const add = page && <Link to={page}>{t('addSender')}</Link>;
  const hint =
    senders?.length === 0 ? (
      <>
        <div>{t('noSender')}</div>
        {add}
      </>
    ) : (
      t('senderHint')
    );
  return (
    <>
      <Field name="senderId" label={t('sender')} extra={hint}>
        <SenderSelect senders={senders} />
      </Field>
      <div className={css.pair}>
        <Field
          name={['replyTo', 'address']}
          label={t('replyAddress')}
          extra={chosen?.replyTo ? t('replyOwn', { address: chosen.replyTo }) : t('replyHint')}
          rules={(r) => [r.email]}
        >
          <Input type="email" autoComplete="off" maxLength={254} />
        </Field>
        <Field name={['replyTo', 'name']} label={t('replyName')}>
          <Input autoComplete="off" maxLength={100} />
        </Field>
      </div>
    </>
  );
}

type SelectProps = {
  id?: string;
  senders: readonly SenderOption[] | undefined;
  value?: string;
  onChange?: (value?: string) => void;
};

function SenderSelect({ id, senders, value, onChange }: SelectProps) {
  const t = useTranslations('email');
  const states = useDict('email_sender_state');
  const named = (s: SenderOption) => t('from', { name: s.name, address: s.address });
  const all = (senders ?? []).map((s) => ({ value: s.id, label: named(s), disabled: s.state !== 'usable', row: s }));
  const known = !value || all.some((o) => o.value === value);
  return (
    <Select<string>
      id={id}
      allowClear
      placeholder={t('platformSender')}
      loading={senders === undefined}
      value={value === 'default' ? undefined : value}
      options={known || value === 'default' ? all : [...all, { value, label: t('senderGone') }]}
      optionRender={({ data }) => (
        <span className={css.option}>
          <span>{data.label}</span>
          {'row' in data && data.row.state !== 'usable' && (
            <small>{states.find(data.row.state)?.name ?? data.row.state}</small>
          )}
        </span>
      )}
      notFoundContent={t('noSenders')}
      onChange={(next) => onChange?.(next)}
    />
  );
}
