'use client';
import { useQuery } from '@tanstack/react-query';
import { Form, Input } from 'antd';
import { useTranslations } from 'next-intl';
import { changePassword, type Passwords, problemsOf } from '@/kit/account/password';
import { Strength } from '@/kit/account/Strength';
import { FormFrame } from '@/kit/form/FormFrame';
import { showErrors } from '@/kit/form/fieldErrors';
import { formOf } from '@/kit/form/formOf';
import { useLimit } from '@/kit/useLimit';
import { useWork } from '@/lib/api/mutation';
import { get } from '@/lib/api/query';
import { useApp } from '@/lib/toasts';

const { useWatch } = formOf<Passwords>();

type Props = { open: boolean; onClose: () => void };

/**
 * Fields for the old, the new and the repeated password (platform-services §2, §5). The session remains; all others
 * end.
 */
export default function PasswordModal({ open, onClose }: Props) {
  const t = useTranslations('auth');
  const { message } = useApp();
  const [form] = Form.useForm<Passwords>();
  const least = useLimit('password.min.length');
  const fresh = useWatch('newPass', form) ?? '';
  const login = useQuery({ ...get('/oauth/getUser'), enabled: open }).data?.username ?? '';
  const close = () => {
    form.resetFields();
    onClose();
  };
  const save = useWork(changePassword, {
    quiet: true,
    owner: form,
    onFailed: (e) => showErrors(form, e),
    onDone: () => {
      message.success(t('changed'));
      close();
    },
  });
  const rule = (name: keyof Passwords) => ({
    validator: () => {
      const problem = problemsOf(form.getFieldsValue(), login, least)[name];
      const text = problem && t(problem, { field: t(name), n: least });
      return text ? Promise.reject(new Error(text)) : Promise.resolve();
    },
  });
  return (
    <FormFrame<Passwords>
      in="modal"
      open={open}
      title={t('changePassword')}
      submit={t('changePassword')}
      busy={save.isPending}
      form={form}
      width={440}
      onClose={close}
      onSubmit={save.mutate}
    >
      <p>{t('changeNote')}</p>
      <Form.Item name="oldPass" label={t('oldPass')} required rules={[rule('oldPass')]}>
        <Input.Password autoComplete="current-password" />
      </Form.Item>
      <Form.Item
        name="newPass"
        label={t('newPass')}
        required
        rules={[rule('newPass')]}
        extra={fresh ? <Strength password={fresh} /> : t('rule', { n: least })}
      >
        <Input.Password autoComplete="new-password" />
      </Form.Item>
      <Form.Item
        name="confirmPass"
        label={t('confirmPass')}
        required
        dependencies={['newPass']}
        rules={[rule('confirmPass')]}
      >
        <Input.Password autoComplete="new-password" />
      </Form.Item>
    </FormFrame>
  );
}
