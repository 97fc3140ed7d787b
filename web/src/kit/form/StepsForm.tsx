import { Button, Flex, Form, type FormInstance, Steps } from 'antd';
import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { isApiError } from '@/lib/api/error';
import type { ApiRequest } from '@/lib/api/request';
import css from './form.module.css';
import { useUnsaved } from './unsaved';
import { type Submitting, useSubmit } from './useSubmit';

export type Step<V> = {
  title: string;
  /** Fields of the step, which must be valid before the next step. */
  fields: (keyof V & string)[];
  /** Content of the step; a function where it depends on the values of earlier steps. */
  content: ReactNode | ((values: V) => ReactNode);
};

type Props<V, T> = Submitting<T> & {
  /** Names the steps. */
  label: string;
  steps: Step<V>[];
  initial?: Partial<V>;
  /** Label of the last step's button. */
  submit: string;
  send: (values: V) => ApiRequest<T>;
  form?: FormInstance<V>;
};

/**
 * A form in several steps. Input stays while the user moves between steps; a refusal leads to the step with its field.
 */
export function StepsForm<V extends object, T = unknown>({ label, steps, initial, submit, send, ...p }: Props<V, T>) {
  const t = useTranslations('form');
  const [form] = Form.useForm<V>(p.form);
  const [at, setAt] = useState(0);
  const [seen, setSeen] = useState(0);
  const unsaved = useUnsaved();
  const go = (to: number) => {
    setAt(to);
    setSeen(Math.max(seen, to));
  };
  const lead = (field: string | undefined) => {
    const found = steps.findIndex((s) => s.fields.some((name) => field?.split(/[.[]/)[0] === name));
    if (found >= 0) setAt(found);
  };
  const sent = useSubmit<V, T>(form, send, {
    ...p,
    onDone: (data) => {
      unsaved.saved();
      p.onDone?.(data);
    },
    onFailed: (e) => isApiError(e) && lead(e.errors[0]?.field),
  });
  const next = async () => {
    // Validation errors of antd are shown at their fields.
    const right = await form.validateFields(steps[at]?.fields as never[]).then(
      () => true,
      () => false,
    );
    if (right) go(at + 1);
  };
  const last = at === steps.length - 1;
  return (
    <Form<V>
      form={form}
      layout="vertical"
      initialValues={initial}
      requiredMark="optional"
      onValuesChange={unsaved.typed}
      onFinish={() => (last ? sent.submit(form.getFieldsValue(true)) : void next())}
      onFinishFailed={({ errorFields }) => lead(String(errorFields[0]?.name[0]))}
    >
      <Steps
        className={css.steps}
        size="small"
        current={at}
        items={steps.map(({ title }) => ({ title }))}
        aria-label={label}
      />
      {steps.slice(0, seen + 1).map((s, i) => (
        <section key={s.title} aria-label={s.title} hidden={i !== at}>
          {typeof s.content === 'function' ? s.content(form.getFieldsValue(true)) : s.content}
        </section>
      ))}
      <Flex gap={8} justify="end">
        {at > 0 && <Button onClick={() => setAt(at - 1)}>{t('previous')}</Button>}
        <Button type="primary" htmlType="submit" loading={sent.busy}>
          {last ? submit : t('next')}
        </Button>
      </Flex>
    </Form>
  );
}
