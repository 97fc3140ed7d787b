import { Form, Input } from 'antd';
import { useTranslations } from 'next-intl';
import { Strength } from '@/auth/Strength';
import { useAct } from '@/kit/api/act';
import { feedback } from '@/kit/feedback';
import { Field } from '@/kit/form/Field';
import { FormFrame } from '@/kit/form/FormFrame';
import { showErrors } from '@/kit/form/fieldErrors';
import type { SysUser } from './sysuser';

type Values = { password: string; again: string };

/** Gives a system user another password; its sessions end. */
export function PasswordModal({ row, onClose }: { row: SysUser | null; onClose: () => void }) {
  const t = useTranslations('sysuser');
  const [form] = Form.useForm<Values>();
  const password = Form.useWatch('password', form) ?? '';
  const save = useAct('put', '/sysuser/pass/{id}', { quiet: true });
  const close = () => {
    onClose();
    form.resetFields();
  };
  const submit = (v: Values) => {
    if (!row) return;
    save.mutate(
      { path: { id: row.userId }, body: { password: v.password } },
      {
        onError: (e) => showErrors(form, e),
        onSuccess: () => {
          feedback.current?.message.success(t('passwordDone'));
          close();
        },
      },
    );
  };
  const same = {
    validator: (_: unknown, v?: string) =>
      !v || v === form.getFieldValue('password') ? Promise.resolve() : Promise.reject(new Error(t('differ'))),
  };
  return (
    <FormFrame<Values>
      in="modal"
      open={row !== null}
      title={t('setPasswordOf', { name: row?.name ?? '' })}
      submit={t('setPassword')}
      busy={save.isPending}
      form={form}
      onClose={close}
      onSubmit={submit}
    >
      <p>{t('passwordText')}</p>
      <Field name="password" label={t('newPassword')} required extra={password && <Strength password={password} />}>
        <Input.Password autoComplete="new-password" />
      </Field>
      <Field name="again" label={t('again')} required dependencies={['password']} rules={() => [same]}>
        <Input.Password autoComplete="new-password" />
      </Field>
    </FormFrame>
  );
}
