import type { useTranslations } from 'next-intl';
import { CODE, isApiError } from '@/lib/api/error';
import { isWithdrawn } from '@/lib/api/withdraw';
import { isChunkLoadError } from '@/lib/router/chunk';
import type { LazyApp } from './toasts';

type Notifier = LazyApp & {
  t: ReturnType<typeof useTranslations<'errors'>>;
  /** Offers the service to users who may buy it; absent for all others. */
  offerService?: (reason: string) => void;
};

/** The shell's functions for messages, set by the shell for code outside of React. */
export const notifier: { current: Notifier | null } = { current: null };

const shownErrors = new WeakSet<object>();

/** The one error handler: says once what went wrong, in the user's language. */
export function showError(error: unknown) {
  const ui = notifier.current;
  if (!ui || isWithdrawn(error)) return;
  if (typeof error === 'object' && error !== null) {
    if (shownErrors.has(error)) return;
    shownErrors.add(error);
  }
  const text = errorText(error);
  if (isApiError(error) && error.code === CODE.noService && ui.offerService) ui.offerService(text);
  else if (isApiError(error) && error.status === 403)
    ui.notification.warning({ title: ui.t('forbidden'), description: text });
  else if (isApiError(error) && error.status === 401)
    ui.notification.warning({ title: ui.t('unauthorized'), description: text });
  else ui.message.error(text);
}

/** Returns the text of an error for the user. */
export function errorText(error: unknown): string {
  const t = notifier.current?.t;
  if (!t) return '';
  if (isChunkLoadError(error)) return t(error.outdated ? 'outdated' : 'network');
  if (!isApiError(error)) return t('request');
  const details = error.errors.map((e) => e.message).filter((m) => m && m !== error.message);
  const text = [error.message, ...details].filter(Boolean).join(' ');
  if (text) return text;
  if (error.status === 0) return t('network');
  return error.status === 401 ? t('verification') : error.unanswered ? t('unavailable') : t('request');
}
