import { Input } from 'antd';
import { useTranslations } from 'next-intl';
import { formOf } from '@/kit/form/formOf';
import { OverlayForm } from '@/kit/form/OverlayForm';
import { request } from '@/lib/api/request';
import type { BodyOf } from '@/lib/api/types';
import { Select } from '@/ui/Select';
import { ACCOUNT, type Account, type AccountField, type Detail, PROVIDER, PROVIDER_LIST } from './provider';

type AccountValues = Omit<BodyOf<'post', '/lop/provider/account'>, 'provider'>;

const { Field } = formOf<AccountValues>();
const LONGEST_NAME = 50;
const LONGEST = 4000;

/** Keys that were typed: an empty field keeps the key that there is. */
const typed = (keys: AccountValues['keys']) =>
  Object.fromEntries(Object.entries(keys ?? {}).filter((entry) => Boolean(entry[1]?.trim())));

type Props = { provider: Detail; account?: Account; open: boolean; onClose: () => void };

/** The form of an account, drawn from the fields that the adapter describes. Keys are write-only. */
export function AccountForm({ provider, account, open, onClose }: Props) {
  const t = useTranslations('provider');
  const send = ({ name, values, keys }: AccountValues) => {
    const body = { name: account?.configured ? undefined : name, values, keys: typed(keys) };
    return account
      ? request('put', ACCOUNT, { body: { ...body, id: account.id } })
      : request('post', ACCOUNT, { body: { ...body, provider: provider.id } });
  };
  const defaults = Object.fromEntries(provider.fields.filter((f) => f.default).map((f) => [f.key, f.default]));
  return (
    <OverlayForm<AccountValues>
      key={account?.id ?? 'new'}
      open={open}
      title={account ? t('editTitle', { name: account.name || provider.name }) : t('add')}
      initial={{ name: account?.name, values: account?.values ?? defaults }}
      send={send}
      changes={[PROVIDER, PROVIDER_LIST]}
      done={t('stored')}
      onClose={onClose}
    >
      {!account?.configured && (
        <Field name="name" label={t('name')} required>
          <Input maxLength={LONGEST_NAME} autoComplete="off" />
        </Field>
      )}
      {provider.fields.map((f) => (
        <AccountInput key={f.key} field={f} account={account} />
      ))}
    </OverlayForm>
  );
}

/** One field: a choice, a text, or a key that is written and never read. */
function AccountInput({ field: f, account }: { field: AccountField; account?: Account }) {
  const t = useTranslations('provider');
  const key = account?.keys[f.key];
  const kept = Boolean(key?.set || key?.configured);
  const pattern = f.pattern ? new RegExp(`^(?:${f.pattern})$`) : undefined;
  const hint = [f.help, f.hidden && kept ? t('keyKept') : ''].filter(Boolean).join(' ');
  return (
    <Field
      name={[f.hidden ? 'keys' : 'values', f.key]}
      label={f.label}
      extra={hint || undefined}
      required={f.required && !kept}
      rules={(r) => (pattern ? [r.pattern(pattern, t('badForm'))] : [])}
    >
      {f.options.length > 0 ? (
        <Select options={f.options.map((value) => ({ value, label: value }))} />
      ) : f.hidden ? (
        <Input.Password maxLength={LONGEST} autoComplete="new-password" visibilityToggle={false} />
      ) : (
        <Input maxLength={LONGEST} autoComplete="off" />
      )}
    </Field>
  );
}
