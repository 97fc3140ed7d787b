import { useTranslations } from 'next-intl';
import type { Notice } from '@/lib/realtime/notices';
import css from './notices.module.css';

/** How many notices about the same subject an entry stands for. */
export function Together({ notice: { count } }: { notice: Notice }) {
  const t = useTranslations('inbox');
  if (!count || count < 2) return null;
  return (
    <span className={css.together} title={t('together', { n: count })}>
      ×{count}
    </span>
  );
}
