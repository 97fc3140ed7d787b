import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { useFormat } from '@/lib/format';
import css from './cell.module.css';

const MINUTE = 60_000;
/** What waits longer than this is marked. */
const LATE = 30;

/** The minutes since a time; they grow while they are shown. */
function useMinutesSince(time: string): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE / 2);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.floor((now - Date.parse(time)) / MINUTE));
}

/** Names a number of minutes in its largest units. */
export function useAgeText(): (minutes: number) => string {
  const t = useTranslations('table');
  return (minutes) => {
    const [hours, days] = [Math.floor(minutes / 60), Math.floor(minutes / 1440)];
    if (days > 0) return t('age.days', { days, hours: hours % 24 });
    if (hours > 0) return t('age.hours', { hours, minutes: minutes % 60 });
    return t('age.minutes', { minutes });
  };
}

/** How long something waits; red when that is long. */
export function Age({ since }: { since: string }) {
  const f = useFormat();
  const text = useAgeText();
  const minutes = useMinutesSince(since);
  return (
    <time className={css.age} dateTime={since} title={f.time(since)} data-late={minutes >= LATE}>
      {text(minutes)}
    </time>
  );
}
