import { CheckOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { apiData } from '@/lib/api/client';
import type { Data } from '@/lib/api/types';
import { dayAtEight, useFormat } from '@/lib/format';
import { usePathOf } from '@/lib/router/usePathOf';
import { Link } from '@/ui/Link';
import css from './streak.module.css';

const STREAK = '/pi/personal/info/streak';
type StreakProps = Data<'get', typeof STREAK>;

/** Looks how far the caller is, and counts today unless it is counted; what cannot be counted is shown as it stands. */
async function look(): Promise<StreakProps> {
  const seen = await apiData('get', STREAK);
  return seen.today || !seen.activated ? seen : apiData('put', STREAK).catch(() => seen);
}

/** The days in a row on which a customer was here. Its space is kept while it comes, so nothing below moves. */
export function Streak() {
  const t = useTranslations('welcome');
  const { data: s, isError } = useQuery({
    queryKey: ['get', STREAK, dayAtEight()],
    queryFn: look,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    meta: { quiet: true },
  });
  if (s?.reward === 0) return null;
  return (
    <section className={css.streak} aria-label={t('streak')} aria-busy={!s && !isError} data-none={isError}>
      {s && (s.activated ? <Days streak={s} /> : <NotYet reward={s.reward} />)}
    </section>
  );
}

/** Credits of a reward, which are whole. */
function useReward(credits: number): string {
  const t = useTranslations('table');
  const f = useFormat();
  return t('credits', { n: f.count(credits) });
}

function Days({ streak: s }: { streak: StreakProps }) {
  const t = useTranslations('welcome');
  const done = s.days > 0 ? ((s.days - 1) % s.of) + 1 : 0;
  const reward = useReward(s.reward);
  return (
    <>
      <b>{t('streakDays', { n: s.days })}</b>
      <span className={css.days} aria-hidden="true">
        {Array.from({ length: s.of }, (_, i) => i + 1).map((n) => (
          <i key={n} data-done={n <= done}>
            {n <= done ? <CheckOutlined /> : n}
          </i>
        ))}
      </span>
      <span className={css.note}>
        {done === s.of ? t('streakFull', { reward }) : t('streakNote', { left: s.of - done, reward })}
      </span>
    </>
  );
}

function NotYet({ reward }: { reward: number }) {
  const t = useTranslations('welcome');
  const profile = usePathOf('account/Profile');
  const credits = useReward(reward);
  return (
    <>
      <span className={css.note}>{t('streakInactive', { reward: credits })}</span>
      {profile && <Link to={profile}>{t('streakProfile')}</Link>}
    </>
  );
}
