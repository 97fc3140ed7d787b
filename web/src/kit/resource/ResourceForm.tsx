import { Form } from 'antd';
import { useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import { formOf } from '@/kit/form/formOf';
import { OverlayForm } from '@/kit/form/OverlayForm';
import type { PathOf } from '@/lib/api/types';
import type { FormSpec, FormState } from './descriptor';

type Props<R, V extends object> = {
  spec: FormSpec<R, V>;
  state: FormState<R>;
  /** GET paths that a success makes stale; the list among them. */
  changes: readonly PathOf<'get'>[];
  onClose: () => void;
  onDone?: (data: unknown) => void;
};

type Open<R> = Exclude<FormState<R>, { mode: 'none' }>;

/**
 * The form of a resource in its modes none, add and update (platform-services §4). A success closes it and reloads the list.
 */
export function ResourceForm<R extends object, V extends object>(props: Props<R, V>) {
  const { state } = props;
  // A closing form keeps its last content.
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
  const sent = useRef({} as V);
  const { mode } = shown;
  const row = shown.mode === 'update' ? shown.row : undefined;
  const given = shown.mode === 'add' ? shown.values : undefined;
  const of = mode === 'add' ? spec.add : spec.update;
  if (!of) return null;
  const title = typeof of.title === 'function' ? row && of.title(row) : of.title;
  return (
    <OverlayForm<V>
      in={spec.in}
      open={open}
      title={title ?? of.label ?? t(mode)}
      form={form}
      initial={row ? (spec.values?.(row) ?? row) : { ...spec.defaults, ...given }}
      width={spec.width}
      send={(values) => {
        sent.current = values;
        return spec.send(values, row);
      }}
      confirm={spec.confirm && ((values) => spec.confirm?.(values, row))}
      changes={p.changes}
      done={spec.done}
      onClose={p.onClose}
      onDone={(answer) => {
        p.onDone?.(answer);
        spec.onAnswer?.(answer, sent.current, row);
      }}
    >
      {spec.fields({ mode, row, form, ...formOf<V>() })}
    </OverlayForm>
  );
}
