import type { FormInstance } from 'antd';
import { useTranslations } from 'next-intl';
import { useApiMutation } from '@/lib/api/mutation';
import type { ApiRequest } from '@/lib/api/request';
import type { PathOf } from '@/lib/api/types';
import { notifier } from '@/lib/notifier';
import { showErrors } from './fieldErrors';

export type Submitting<T> = {
  /** GET paths whose answers the change makes stale. */
  changes?: readonly PathOf<'get'>[];
  /** Said when it worked; nothing is said when null, "Saved" when left out. */
  done?: string | null;
  onDone?: (data: T) => unknown;
  /** Told after a refusal was shown. */
  onFailed?: (error: unknown) => unknown;
};

/**
 * Sends the values of a form, one call at a time. A refusal stands at the fields that it names; what was typed stays until it is saved.
 */
export function useSubmit<V extends object, T>(
  form: FormInstance<V>,
  send: (values: V) => ApiRequest<T>,
  { changes, done, onDone, onFailed }: Submitting<T>,
) {
  const t = useTranslations('form');
  const act = useApiMutation(send, {
    changes,
    quiet: true,
    single: true,
    owner: form,
    onDone: (data) => {
      if (done !== null) notifier.current?.message.success(done ?? t('saved'));
      onDone?.(data);
    },
    onFailed: (e) => {
      showErrors(form, e);
      onFailed?.(e);
    },
  });
  return { submit: act.mutate, busy: act.isPending };
}
