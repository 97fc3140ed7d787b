'use client';
import { Form, Input } from 'antd';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { CopyField } from '@/kit/cell/CopyField';
import { FormFrame } from '@/kit/form/FormFrame';
import { showErrors } from '@/kit/form/fieldErrors';
import { Qr } from '@/kit/pay/Qr';
import { useApiMutation } from '@/lib/api/mutation';
import { request } from '@/lib/api/request';
import type { Data } from '@/lib/api/types';
import { CodeItem } from './CodeItem';
import { RecoveryCodes } from './RecoveryCodes';

type Answers = { password?: string; code?: string };
type Props = { open: boolean; onClose: () => void };

/** Switches two-factor sign-in on: the password, the QR code with the first code, the recovery codes. */
export default function EnrolModal({ open, onClose }: Props) {
  const t = useTranslations('auth');
  const [form] = Form.useForm<Answers>();
  const [secret, setSecret] = useState<Data<'post', '/oauth/twofactor/start'> | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const close = () => {
    form.resetFields();
    setSecret(null);
    setCodes(null);
    onClose();
  };
  const options = { quiet: true, owner: form, onFailed: (e: unknown) => showErrors(form, e) };
  const start = useApiMutation(
    (password: string) => request('post', '/oauth/twofactor/start', { body: { password } }),
    {
      ...options,
      onDone: (told) => {
        form.resetFields();
        setSecret(told);
      },
    },
  );
  const confirm = useApiMutation((code: string) => request('put', '/oauth/twofactor/confirm', { body: { code } }), {
    ...options,
    changes: ['/oauth/twofactor'],
    onDone: (told) => {
      form.resetFields();
      setCodes(told.codes ?? []);
    },
  });
  if (codes) return <RecoveryCodes open={open} codes={codes} onClose={close} />;
  return (
    <FormFrame<Answers>
      in="modal"
      open={open}
      title={t('enrolTitle')}
      submit={t(secret ? 'turnOn' : 'continue')}
      busy={start.isPending || confirm.isPending}
      form={form}
      width={440}
      onClose={close}
      onSubmit={(v) => (secret ? confirm.mutate(v.code ?? '') : start.mutate(v.password ?? ''))}
    >
      {secret ? (
        <>
          <p>{t('scanHint')}</p>
          <p style={{ textAlign: 'center' }}>
            <Qr text={secret.uri} label={t('qr')} />
          </p>
          <p>
            {t('typeSecret')} <CopyField text={secret.secret} />
          </p>
          <CodeItem />
        </>
      ) : (
        <>
          <p>{t('enrolPassword')}</p>
          <Form.Item
            name="password"
            label={t('oldPass')}
            rules={[{ required: true, message: t('required', { field: t('oldPass') }) }]}
          >
            <Input.Password autoComplete="current-password" />
          </Form.Item>
        </>
      )}
    </FormFrame>
  );
}
