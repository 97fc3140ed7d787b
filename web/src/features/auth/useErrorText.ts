import { useTranslations } from 'next-intl';
import { isApiError } from '@/lib/api/error';

/** Returns the text of an error, where the shell's messages are not loaded yet. */
export function useErrorText(): (e: unknown) => string {
  const t = useTranslations('errors');
  return (e) => {
    if (!isApiError(e)) return t('request');
    if (e.status === 0) return t('network');
    return e.message || (e.unanswered ? t('unavailable') : t('request'));
  };
}
