import { Form, Input } from 'antd';
import { useTranslations } from 'next-intl';
import { Strength } from '@/kit/account/Strength';
import { formOf } from '@/kit/form/formOf';
import { PhoneInput } from '@/kit/input/NumberText';
import { searching } from '@/lib/input/fold';
import { Select } from '@/ui/Select';
import { type SysUserValues, useRoles } from './sysuser';

const { Field, useWatch } = formOf<SysUserValues>();

const USERNAME = /^[a-z][a-z0-9._-]{2,31}$/;
/** Most roles of one user. */
const ROLES = 8;

/** The fields of a system user; `self` cannot change its own roles. */
export function UserFields({ mode, self }: { mode: 'add' | 'update'; self: boolean }) {
  const t = useTranslations('sysuser');
  const roles = useRoles();
  return (
    <>
      <Field
        name="username"
        label={t('username')}
        extra={t('usernameNote')}
        required
        rules={(r) => [r.pattern(USERNAME, t('usernameForm'))]}
      >
        <Input autoComplete="off" maxLength={32} />
      </Field>
      <Field name="name" label={t('name')} required rules={(r) => [r.max(50)]}>
        <Input autoComplete="off" />
      </Field>
      <Field name="nickname" label={t('nickname')} rules={(r) => [r.max(50)]}>
        <Input autoComplete="off" />
      </Field>
      <Field
        name="roles"
        label={t('roles')}
        required
        extra={self ? t('rolesOwn') : mode === 'update' ? t('rolesNote') : undefined}
      >
        <Select
          mode="multiple"
          maxCount={ROLES}
          disabled={self}
          loading={roles.loading}
          options={roles.options}
          showSearch={searching}
        />
      </Field>
      <Field name="email" label={t('email')} rules={(r) => [r.email]}>
        <Input type="email" autoComplete="off" />
      </Field>
      <Field
        name="phone"
        label={t('phone')}
        extra={mode === 'add' ? t('phoneNote') : undefined}
        rules={(r) => [r.phone]}
      >
        <PhoneInput />
      </Field>
      <Field name="companyName" label={t('companyName')} extra={t('companyNote')} rules={(r) => [r.max(128)]}>
        <Input autoComplete="off" />
      </Field>
      {mode === 'add' && <FirstPassword />}
    </>
  );
}

/** Needed where no phone gives an initial one. */
function FirstPassword() {
  const t = useTranslations('sysuser');
  const form = Form.useFormInstance();
  const password = (useWatch('password', form) as string | undefined) ?? '';
  const phone = useWatch('phone', form) as string | undefined;
  const needed = {
    required: !phone,
    validator: (_: unknown, v?: string) =>
      v || form.getFieldValue('phone') ? Promise.resolve() : Promise.reject(new Error(t('passwordNeeded'))),
  };
  return (
    <Field
      name="password"
      label={t('password')}
      rules={() => [needed]}
      dependencies={['phone']}
      extra={password && <Strength password={password} />}
    >
      <Input.Password autoComplete="new-password" />
    </Field>
  );
}
