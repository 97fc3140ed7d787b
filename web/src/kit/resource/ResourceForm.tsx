import { Form } from 'antd';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useSend } from '../api/useSend';
import { feedback } from '../feedback';
import { FormFrame } from '../form/FormFrame';
import { showErrors } from '../form/fieldErrors';
import type { FormSpec, FormState } from './descriptor';

type Props<R, V extends object> = {
  spec: FormSpec<R, V>;
  state: FormState<R>;
  /** Names the row in the change that is sent. */
  rowKey: keyof R & string;
  /** GET paths that a success makes stale; the list among them. */
  changes: readonly string[];
  onClose: () => void;
  onDone?: (data: unknown) => void;
};

type Open<R> = Exclude<FormState<R>, { mode: 'none' }>;

/**
 * The form of a resource in its modes none, add and update (platform-services §4). Validates before it sends; the server's refusal
 * stands at the fields that it names; what was typed stays until it was saved. A success closes it and reloads the list.
 */
export function ResourceForm<R extends object, V extends object>(props: Props<R, V>) {
  const { state } = props;
  // What a form shows while it closes is what it showed last.
  const [last, setLast] = useState<Open<R> | null>(null);
  const [updates, setUpdates] = useState(0);
  if (state.mode !== 'none' && state !== last) {
    setLast(state);
    if (state.mode === 'update' || state.values) setUpdates(updates + 1);
  }
  const shown = state.mode === 'none' ? last : state;
  if (!shown) return null;
  // A row is opened with what it is now; a new one keeps what was typed when it was closed by mistake.
  const key = shown.mode === 'update' || shown.values ? updates : 'add';
  return <OneForm key={key} {...props} shown={shown} open={state.mode !== 'none'} />;
}

type OneProps<R, V extends object> = Props<R, V> & { shown: Open<R>; open: boolean };

function OneForm<R extends object, V extends object>({ spec, shown, open, ...p }: OneProps<R, V>) {
  const t = useTranslations('form');
  const [form] = Form.useForm<V>();
  const send = useSend({ changes: p.changes });
  const { mode } = shown;
  const row = shown.mode === 'update' ? shown.row : undefined;
  const given = shown.mode === 'add' ? shown.values : undefined;
  const of = mode === 'add' ? spec.add : spec.update;
  if (!of) return null;
  const body = (values: V) => {
    if (spec.body) return spec.body(values, row);
    return row ? { ...values, [p.rowKey]: row[p.rowKey] } : values;
  };
  const submit = (values: V) =>
    send.mutate(
      {
        method: mode === 'add' ? 'post' : 'put',
        path: of.path,
        input: { path: row && spec.params?.(row), body: body(values) },
      },
      {
        onError: (e) => showErrors(form, e),
        onSuccess: (data) => {
          feedback.current?.message.success(spec.done ?? t('saved'));
          p.onClose();
          form.resetFields();
          p.onDone?.(data);
        },
      },
    );
  return (
    <FormFrame<V>
      in={spec.in ?? 'drawer'}
      open={open}
      title={of.title ?? of.label ?? t(mode)}
      submit={t('save')}
      busy={send.isPending}
      form={form}
      initial={row ? (spec.values?.(row) ?? row) : { ...spec.defaults, ...given }}
      width={spec.width}
      onClose={p.onClose}
      onSubmit={submit}
    >
      {spec.fields({ mode, row, form })}
    </FormFrame>
  );
}
