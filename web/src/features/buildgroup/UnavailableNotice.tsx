import { Alert } from 'antd';
import { useTranslations } from 'next-intl';
import { useDict } from '@/kit/dict/useDict';
import css from './buildgroup.module.css';
import type { Ability, Maker } from './group';

/** Why something is not offered: what the chosen provider cannot do for a group. Nothing where it can do all of it. */
export function UnavailableNotice({ maker, abilities }: { maker: Maker | undefined; abilities: readonly Ability[] }) {
  const t = useTranslations('buildgroup.cannot');
  const dict = useDict('group_provider');
  const lacks = maker ? abilities.filter((a) => !maker[a]) : [];
  if (!maker || lacks.length === 0) return null;
  return (
    <Alert
      className={css.cannot}
      type="info"
      showIcon
      title={t('title', { provider: dict.find(maker.provider)?.name ?? maker.provider })}
      description={
        <ul className={css.lacks}>
          {lacks.map((a) => (
            <li key={a}>{t(a)}</li>
          ))}
        </ul>
      }
    />
  );
}
