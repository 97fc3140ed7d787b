import { Form, type FormInstance } from 'antd';
import { useTranslations } from 'next-intl';
import type { Sending } from '../api/to';
import { FormFrame, type FrameProps } from './FormFrame';
import { type Submitting, useSubmit } from './useSubmit';

type Props<V, T> = Omit<FrameProps<V>, 'busy' | 'form' | 'submit' | 'onSubmit'> &
  Submitting<T> & {
    /** "Save" when left out. */
    submit?: string;
    /** The call that its values make: `to('put', path, { body })`. */
    send: (values: V) => Sending<T>;
    /** Where the page looks into the fields. */
    form?: FormInstance<V>;
  };

/** A whole form over its page: sends, shows refusals at their fields, says that it is done, closes, and is empty for the next time. */
export function OverlayForm<V extends object, T = unknown>({ send, form: given, changes, done, ...p }: Props<V, T>) {
  const t = useTranslations('form');
  const [form] = Form.useForm<V>(given);
  const { submit, busy } = useSubmit(form, send, {
    changes,
    done,
    onDone: (data) => {
      p.onClose();
      form.resetFields();
      p.onDone?.(data);
    },
  });
  return (
    <FormFrame<V> {...p} form={form} busy={busy} submit={p.submit ?? t('save')} onSubmit={submit}>
      {p.children}
    </FormFrame>
  );
}
