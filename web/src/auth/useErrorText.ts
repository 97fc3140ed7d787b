import { useTranslations } from 'next-intl';
import { isApiError } from '@/kit/api/error';

/** What an error says, where the shell's messages do not exist yet. */
export function useErrorText(): (e: unknown) => string {
  const t = useTranslations('errors');
  return (e) => {
    if (!isApiError(e)) return t('request');
    if (e.status === 0) return t('network');
    return e.message || (e.unanswered ? t('unavailable') : t('request'));
  };
}
