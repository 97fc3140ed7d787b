import { useTranslations } from 'next-intl';
import { ActionButton } from '@/kit/action/ActionButton';
import { DictTag } from '@/kit/dict/DictTag';
import { DescriptionList } from '@/kit/page/Page';
import { useApiMutation } from '@/lib/api/mutation';
import { request } from '@/lib/api/request';
import { useFormat } from '@/lib/format';
import { ACCOUNT, type Account, type AccountField, type Detail, PROVIDER, PROVIDER_LIST } from './provider';
import css from './provider.module.css';

type Props = { account: Account; provider: Detail; onEdit: () => void };

/** An account with its values, the state of its keys, its last check, and what can be done with it. */
export function AccountCard({ account: a, provider, onEdit }: Props) {
  const t = useTranslations('provider');
  const f = useFormat();
  const name = a.name || t('configured');
  const c = a.check;
  return (
    <li aria-label={name}>
      <div className={css.head}>
        <b>{name}</b>
        <DictTag code="provider_state" value={a.state} />
      </div>
      <DescriptionList
        items={[
          ...provider.fields.map((field) => ({ label: field.label, value: <FieldState account={a} field={field} /> })),
          ...(a.lastSuccess ? [{ label: t('lastSuccess'), value: f.minute(a.lastSuccess) }] : []),
          ...(a.lastFailure ? [{ label: t('lastFailure'), value: `${f.minute(a.lastFailure)} ${a.failure}` }] : []),
          ...(c.state && c.time
            ? [
                {
                  label: t('checked'),
                  value: (
                    <>
                      <DictTag code="provider_check" value={c.state} /> {f.minute(c.time)} {c.detail}
                    </>
                  ),
                },
              ]
            : []),
        ]}
      />
      <Actions account={a} provider={provider} name={name} onEdit={onEdit} />
    </li>
  );
}

/** A value, or of a key that it is there, since when, and who wrote it. */
function FieldState({ account: a, field }: { account: Account; field: AccountField }) {
  const t = useTranslations('provider');
  const f = useFormat();
  if (!field.hidden) return a.values[field.key] || '–';
  const key = a.keys[field.key];
  if (!key?.set || !key.updateTime) return t(key?.configured ? 'keyConfigured' : 'keyMissing');
  return (
    <>
      {t('keySet', { time: f.minute(key.updateTime), name: key.operator })}
      {key.beforeUntil && <small className={css.before}>{t('keyBefore', { time: f.minute(key.beforeUntil) })}</small>}
    </>
  );
}

function Actions({ account: a, provider, name, onEdit }: Props & { name: string }) {
  const t = useTranslations('provider');
  const changes = [PROVIDER, PROVIDER_LIST] as const;
  const check = useApiMutation(() => request('put', `${ACCOUNT}/{id}/check`, { path: { id: a.id } }), { changes });
  const use = useApiMutation(() => request('put', `${ACCOUNT}/usable`, { body: { id: a.id, usable: !a.usable } }), {
    changes,
  });
  const remove = useApiMutation(() => request('delete', `${ACCOUNT}/{id}`, { path: { id: a.id } }), { changes });
  const running = a.check.state === 'running';
  return (
    <div className={css.actions}>
      {provider.checks && a.state !== 'none' && (
        <ActionButton
          gate={{ permission: 'lop:provider:check' }}
          disabled={running && t('checking')}
          onAct={() => check.mutateAsync()}
        >
          {t('check')}
        </ActionButton>
      )}
      {provider.managed && (
        <>
          <ActionButton gate={{ permission: 'lop:provider:edit' }} onAct={onEdit}>
            {t('edit')}
          </ActionButton>
          {a.state !== 'none' && (
            <ActionButton
              gate={{ permission: 'lop:provider:edit' }}
              confirm={a.usable ? { title: t('pauseTitle', { name }), content: t('pauseText') } : undefined}
              onAct={() => use.mutateAsync()}
            >
              {t(a.usable ? 'pause' : 'enable')}
            </ActionButton>
          )}
          {a.changed && (
            <ActionButton
              danger
              gate={{ permission: 'lop:provider:del' }}
              confirm={{
                title: t(a.configured ? 'resetTitle' : 'delTitle', { name }),
                content: t(a.configured ? 'resetText' : 'removeText'),
              }}
              onAct={() => remove.mutateAsync()}
            >
              {t(a.configured ? 'reset' : 'del')}
            </ActionButton>
          )}
        </>
      )}
    </div>
  );
}
