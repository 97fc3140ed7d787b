import { useMutation } from '@tanstack/react-query';
import { Form, Input } from 'antd';
import { useTranslations } from 'next-intl';
import { useSession } from '@/auth/session';
import { strength } from '@/auth/strength';
import { LIMITS } from '@/core/constants';
import { call } from '@/kit/api/client';
import { feedback } from '@/kit/feedback';
import { Field } from '@/kit/form/Field';
import { FormFrame } from '@/kit/form/FormFrame';
import { showErrors } from '@/kit/form/fieldErrors';

type Values = { oldPass: string; newPass: string; confirmPass: string };

/** The change ends every session of the account, this one too: it is opened anew with the new password. */
async function change(body: Values) {
  const { username } = await call('get', '/oauth/getUser');
  await call('put', '/pi/personal/info/pass', { body });
  useSession.getState().signIn(await call('post', '/oauth/login', { body: { username, password: body.newPass } }));
}

/** Old, new and repeated password (platform-services §2, §5). */
export default function PasswordModal({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTranslations('auth');
  const s = useTranslations('shell');
  const [form] = Form.useForm<Values>();
  const fresh = Form.useWatch('newPass', form) ?? '';
  const save = useMutation({
    meta: { quiet: true },
    mutationFn: change,
    onError: (e) => showErrors(form, e),
    onSuccess: () => {
      form.resetFields();
      onClose();
      feedback.current?.message.success(s('password.done'));
    },
  });
  return (
    <FormFrame<Values>
      in="modal"
      open={open}
      title={s('password.title')}
      submit={t('changeSubmit')}
      busy={save.isPending}
      form={form}
      width={420}
      onClose={onClose}
      onSubmit={(v) => save.mutate(v)}
    >
      <Field name="oldPass" label={t('oldPass')} required>
        <Input.Password autoComplete="current-password" />
      </Field>
      <Field
        name="newPass"
        label={t('newPass')}
        required
        extra={fresh ? t('strength', { level: t(strength(fresh)) }) : t('rule', { n: LIMITS.passwordLength })}
        rules={(r) => [
          r.pattern(new RegExp(`^.{${LIMITS.passwordLength},}$`), t('short', { n: LIMITS.passwordLength })),
        ]}
      >
        <Input.Password autoComplete="new-password" />
      </Field>
      <Field
        name="confirmPass"
        label={t('confirmPass')}
        required
        dependencies={['newPass']}
        rules={() => [
          ({ getFieldValue }) => ({
            validator: (_, v) =>
              !v || v === getFieldValue('newPass') ? Promise.resolve() : Promise.reject(new Error(t('mismatch'))),
          }),
        ]}
      >
        <Input.Password autoComplete="new-password" />
      </Field>
    </FormFrame>
  );
}
