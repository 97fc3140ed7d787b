import { useTranslations } from 'next-intl';
import { strength } from './strength';
import css from './strength.module.css';

const LEVELS = ['low', 'medium', 'high'] as const;

/** Shows the strength of a password as three steps and a word. */
export function Strength({ password }: { password: string }) {
  const t = useTranslations('auth');
  const level = strength(password);
  return (
    <span className={css.strength} data-level={level}>
      <span className={css.steps} aria-hidden="true">
        {LEVELS.map((step, i) => (
          <i key={step} data-on={i <= LEVELS.indexOf(level)} />
        ))}
      </span>
      {t('strength', { level: t(level) })}
    </span>
  );
}
