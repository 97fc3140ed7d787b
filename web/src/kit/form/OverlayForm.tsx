import { Form, type FormInstance } from 'antd';
import { useTranslations } from 'next-intl';
import { useRef } from 'react';
import type { ApiRequest } from '@/lib/api/request';
import { signalOf, until } from '@/lib/api/withdraw';
import { useApp } from '@/lib/toasts';
import { FormFrame } from './FormFrame';
import type { FrameProps } from './frame';
import { type Submitting, useSubmit } from './useSubmit';

/** A confirmation before an action. */
export type Question = { title: string; content: string };

type Props<V, T> = Omit<FrameProps<V>, 'busy' | 'form' | 'submit' | 'onSubmit'> &
  Submitting<T> & {
    /** "Save" when left out. */
    submit?: string;
    /** The call that its values make: `request('put', path, { body })`. */
    send: (values: V) => ApiRequest<T>;
    /** Returns a confirmation to show before the values are sent, if one is needed. */
    confirm?: (values: V) => Question | undefined | Promise<Question | undefined>;
    /** Form instance for pages that read or set the fields. */
    form?: FormInstance<V>;
  };

/** A whole form over its page: sends, shows refusals at their fields, says that it is done, closes, and is empty for the next time. */
export function OverlayForm<V extends object, T = unknown>({
  send,
  confirm,
  form: given,
  changes,
  done,
  ...p
}: Props<V, T>) {
  const t = useTranslations('form');
  const [form] = Form.useForm<V>(given);
  const { submit, busy } = useSubmit(form, send, {
    changes,
    done,
    onFailed: p.onFailed,
    onDone: (data) => {
      p.onClose();
      form.resetFields();
      p.onDone?.(data);
    },
  });
  const { modal } = useApp();
  const asking = useRef(false);
  const ask = async (values: V) => {
    if (asking.current) return;
    asking.current = true;
    const open = signalOf(form);
    const question = await until(open, Promise.resolve(confirm?.(values))).catch(() => undefined); // what it was is not known
    asking.current = false;
    if (open.aborted) return;
    if (question) modal.confirm({ ...question, withdrawn: open, onOk: () => submit(values) });
    else submit(values);
  };
  return (
    <FormFrame<V> {...p} form={form} busy={busy} submit={p.submit ?? t('save')} onSubmit={confirm ? ask : submit}>
      {p.children}
    </FormFrame>
  );
}
