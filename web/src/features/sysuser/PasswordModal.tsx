import { Form, Input } from 'antd';
import { useTranslations } from 'next-intl';
import { Strength } from '@/kit/account/Strength';
import { formOf } from '@/kit/form/formOf';
import { OverlayForm } from '@/kit/form/OverlayForm';
import { request } from '@/lib/api/request';
import type { SysUser } from './sysuser';

const { Field, useWatch } = formOf<PasswordValues>();

type PasswordValues = { password: string; again: string };

/** Gives a system user another password; its sessions end. */
export function PasswordModal({ row, onClose }: { row: SysUser | null; onClose: () => void }) {
  const t = useTranslations('sysuser');
  const [form] = Form.useForm<PasswordValues>();
  const password = useWatch('password', form) ?? '';
  const same = {
    validator: (_: unknown, v?: string) =>
      !v || v === form.getFieldValue('password') ? Promise.resolve() : Promise.reject(new Error(t('differ'))),
  };
  return (
    <OverlayForm<PasswordValues>
      in="modal"
      open={row !== null}
      title={t('setPasswordOf', { name: row?.name ?? '' })}
      submit={t('setPassword')}
      form={form}
      send={(v) =>
        request('put', '/sysuser/pass/{id}', { path: { id: row?.userId ?? '' }, body: { password: v.password } })
      }
      done={t('passwordDone')}
      onClose={onClose}
    >
      <p>{t('passwordText')}</p>
      <Field name="password" label={t('newPassword')} required extra={password && <Strength password={password} />}>
        <Input.Password autoComplete="new-password" />
      </Field>
      <Field name="again" label={t('again')} required dependencies={['password']} rules={() => [same]}>
        <Input.Password autoComplete="new-password" />
      </Field>
    </OverlayForm>
  );
}
