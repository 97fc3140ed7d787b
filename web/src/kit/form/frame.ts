import type { FormInstance } from 'antd';
import { useTranslations } from 'next-intl';
import { type KeyboardEvent, type ReactNode, use, useEffect, useRef } from 'react';
import { isWithdrawn, signalOf, until, withdraw } from '@/lib/api/withdraw';
import { isEnter } from '@/lib/input/keys';
import { PagePath } from '@/lib/router/navigate';
import { preloadApp, useApp, withdrawQuestions } from '@/lib/toasts';
import { useUnsaved } from './unsaved';

export type FrameProps<T> = {
  /** A `page` covers everything else: a form that is work of its own. */
  in?: 'drawer' | 'modal' | 'page';
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
  /** Content at the start of the footer of a page: what the form comes to. */
  sum?: ReactNode;
  /** Action of the submit button while steps remain before submitting. */
  next?: { label: string; go: () => void };
  onClose: () => void;
  /** A promise keeps the form from being submitted again until it is settled, before `busy` is on. */
  onSubmit: (values: T) => unknown;
  children: ReactNode;
};

/** Closing asks first when something was typed that is not saved. */
export function useClosing<T>({ open, form, onClose }: Pick<FrameProps<T>, 'open' | 'form' | 'onClose'>) {
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
export function useSubmitting<T>({
  open,
  busy,
  form,
  onSubmit,
}: Pick<FrameProps<T>, 'open' | 'busy' | 'form' | 'onSubmit'>) {
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
export function byEnter(e: KeyboardEvent<HTMLFormElement>, enter: boolean) {
  const at = e.target;
  if (e.key !== 'Enter' || !(at instanceof HTMLInputElement) || !e.currentTarget.contains(at)) return;
  if (!enter || !isEnter(e) || at.closest(CHOOSES)) e.preventDefault();
}
