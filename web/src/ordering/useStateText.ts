import { useTranslations } from 'next-intl';
import { useDict } from '@/kit/dict/useDict';
import { useOrderKind } from './kind';

/** Names of the states of targets. "Skipped" is no state of the server, which counts skipped recipients among the failed. */
export function useStateText(): (state: string) => string {
  const t = useTranslations('order');
  const dict = useDict(useOrderKind().states);
  return (state) => (state === 'skipped' ? t('funnel.heldBack') : (dict.find(state)?.name ?? state));
}
