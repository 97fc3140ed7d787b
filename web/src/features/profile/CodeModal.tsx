'use client';
import { Form } from 'antd';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { FormFrame } from '@/kit/form/FormFrame';
import { showErrors } from '@/kit/form/fieldErrors';
import { useApiMutation } from '@/lib/api/mutation';
import { request } from '@/lib/api/request';
import { useApp } from '@/lib/toasts';
import { CodeItem } from './CodeItem';
import { RecoveryCodes } from './RecoveryCodes';

type Props = { open: boolean; off: boolean; onClose: () => void };

/** Asks for a code, and replaces the recovery codes or switches two-factor sign-in off. */
export default function CodeModal({ open, off, onClose }: Props) {
  const t = useTranslations('auth');
  const { message } = useApp();
  const [form] = Form.useForm<{ code: string }>();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const close = () => {
    form.resetFields();
    setCodes(null);
    onClose();
  };
  const options = {
    quiet: true,
    owner: form,
    changes: ['/oauth/twofactor'] as const,
    onFailed: (e: unknown) => showErrors(form, e),
  };
  const renew = useApiMutation((body: { code: string }) => request('put', '/oauth/twofactor/codes', { body }), {
    ...options,
    onDone: (told) => {
      form.resetFields();
      setCodes(told.codes ?? []);
    },
  });
  const turnOff = useApiMutation((body: { code: string }) => request('put', '/oauth/twofactor/off', { body }), {
    ...options,
    onDone: () => {
      message.success(t('turnedOff'));
      close();
    },
  });
  if (codes) return <RecoveryCodes open={open} codes={codes} onClose={close} />;
  return (
    <FormFrame<{ code: string }>
      in="modal"
      open={open}
      title={t(off ? 'turnOff' : 'renewCodes')}
      submit={t(off ? 'turnOff' : 'renewCodes')}
      danger={off}
      busy={renew.isPending || turnOff.isPending}
      form={form}
      width={440}
      onClose={close}
      onSubmit={off ? turnOff.mutate : renew.mutate}
    >
      <p>{t(off ? 'turnOffHint' : 'renewHint')}</p>
      <CodeItem />
    </FormFrame>
  );
}
