import { Button, Flex, Form, type FormInstance, Spin } from 'antd';
import { useTranslations } from 'next-intl';
import { type KeyboardEvent, type ReactNode, use, useEffect, useId, useRef } from 'react';
import { PageDrawer, PageModal } from '@/kit/modal/PageModal';
import { isWithdrawn, signalOf, until, withdraw } from '@/lib/api/withdraw';
import { isEnter } from '@/lib/input/keys';
import { PagePath } from '@/lib/router/navigate';
import { preloadApp, useApp, withdrawQuestions } from '@/lib/toasts';
import css from './form.module.css';
import { useUnsaved } from './unsaved';

export type FrameProps<T> = {
  in?: 'drawer' | 'modal';
  open: boolean;
  title: ReactNode;
  submit: string;
  /** Marks an action that cannot be undone. */
  danger?: boolean;
  busy: boolean;
  /** Locks the fields until their initial values have arrived, which would replace any input. */
  filling?: boolean;
  /** Whether Enter in a field submits; `false` where that costs something: only the button does. */
  enter?: boolean;
  form: FormInstance<T>;
  initial?: object;
  width?: number;
  /** Content beside the fields, or below them on a narrow screen. */
  aside?: ReactNode;
  /** Content of the footer, between closing and submitting. */
  more?: ReactNode;
  /** Action of the submit button while steps remain before submitting. */
  next?: { label: string; go: () => void };
  /** Called with the first invalid field of a rejected submission. */
  onWrong?: (field: string) => void;
  onClose: () => void;
  /** A promise keeps the form from being submitted again until it is settled, before `busy` is on. */
  onSubmit: (values: T) => unknown;
  children: ReactNode;
};

/** Closing asks first when something was typed that is not saved. */
function useClosing<T>({ open, form, onClose }: Pick<FrameProps<T>, 'open' | 'form' | 'onClose'>) {
  const t = useTranslations('form');
  const { modal } = useApp();
  const unsaved = useUnsaved();
  useEffect(() => {
    if (!open) unsaved.saved();
  });
  // However it was closed, by Back too: what was not sent by then is never sent, and its question goes.
  const path = use(PagePath);
  useEffect(() => {
    if (!open) withdraw(form);
    return () => {
      // A page that is hidden behind another one keeps its form.
      if (window.location.pathname === path) withdraw(form);
    };
  }, [open, form, path]);
  const leave = () => {
    withdraw(form);
    onClose();
  };
  const close = () => {
    withdrawQuestions();
    if (!unsaved.is()) return leave();
    void modal.confirm({
      title: t('unsavedTitle'),
      content: t('unsavedText'),
      okText: t('discard'),
      cancelText: t('keepEditing'),
      okButtonProps: { danger: true },
      focusable: { autoFocusButton: 'cancel' },
      onOk: () => {
        form.resetFields();
        leave();
      },
    });
  };
  return { close, typed: unsaved.typed };
}

/** Submits once: a second click, or Enter, finds the form busy or closed, also before React has rendered that. */
function useSubmitting<T>({ open, busy, form, onSubmit }: Pick<FrameProps<T>, 'open' | 'busy' | 'form' | 'onSubmit'>) {
  const sending = useRef(false);
  // The confirmation dialogs' code is preloaded, because it could not load while the network is down.
  useEffect(() => {
    if (open) preloadApp();
  }, [open]);
  return async (values: T) => {
    if (!open || busy || sending.current) return;
    sending.current = true;
    try {
      await until(signalOf(form), Promise.resolve(onSubmit(values)));
    } catch (e) {
      if (!isWithdrawn(e)) throw e;
    } finally {
      sending.current = false;
    }
  };
}

/** Enter in these chooses, it sends no form. */
const CHOOSES = '.ant-picker, .ant-select, [type="radio"], [type="checkbox"]';

/** Keeps the browser from submitting by Enter where it means something else. What lies over the form is not in it. */
function byEnter(e: KeyboardEvent<HTMLFormElement>, enter: boolean) {
  const at = e.target;
  if (e.key !== 'Enter' || !(at instanceof HTMLInputElement) || !e.currentTarget.contains(at)) return;
  if (!enter || !isEnter(e) || at.closest(CHOOSES)) e.preventDefault();
}

/** A form over its page: at the side, or in the middle. Validation runs before submitting, and the button shows that it is busy. */
export function FormFrame<T extends object>(p: FrameProps<T>) {
  const t = useTranslations('form');
  // Fields are named after their form: two forms of a page may have a field of the same name.
  const name = useId();
  const { close, typed } = useClosing(p);
  const submit = useSubmitting(p);
  const footer = (
    <Flex gap={8} justify="end" wrap>
      <Button onClick={close}>{t('cancel')}</Button>
      {p.more}
      <Button
        type="primary"
        danger={p.danger}
        loading={p.busy}
        disabled={p.filling || !p.open}
        onClick={p.next?.go ?? (() => p.form.submit())}
      >
        {p.next?.label ?? p.submit}
      </Button>
    </Flex>
  );
  const fields = (
    <Form<T>
      form={p.form}
      name={name}
      className={css.fields}
      layout="vertical"
      initialValues={p.initial}
      disabled={p.filling}
      onValuesChange={typed}
      onFinish={(values) => void submit(values)}
      onFinishFailed={({ errorFields }) => p.onWrong?.(String(errorFields[0]?.name[0]))}
      onKeyDown={(e) => byEnter(e, p.enter ?? true)}
      scrollToFirstError
      requiredMark="optional"
    >
      {p.children}
      {/* Enter in a field submits only where the form has a button of its own. */}
      <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
    </Form>
  );
  const body = (
    <Spin spinning={p.busy || Boolean(p.filling)} delay={300}>
      {p.aside ? (
        <Flex gap={24} wrap align="flex-start">
          {fields}
          <div className={css.aside}>{p.aside}</div>
        </Flex>
      ) : (
        fields
      )}
    </Spin>
  );
  const { open, title } = p;
  const mask = { closable: false };
  if (p.in === 'modal') {
    return (
      <PageModal {...{ open, title, mask, footer }} width={p.width ?? 520} onCancel={close}>
        {body}
      </PageModal>
    );
  }
  const styles = { wrapper: { maxWidth: '100vw' } };
  return (
    <PageDrawer {...{ open, title, mask, footer, styles }} size={p.width ?? 480} onClose={close}>
      {body}
    </PageDrawer>
  );
}
