import { useTranslations } from 'next-intl';
import { UsedBar } from '@/kit/cell/UsedBar';
import type { RecordOf } from '@/lib/api/types';
import { useFormat } from '@/lib/format';
import css from './mail.module.css';

type Sender = Pick<RecordOf<'/edm/sender/page'>, 'used' | 'allowance' | 'warmDay' | 'warmUp'>;

/** The emails that a sender sent today, out of those that it may send, and the day of its warm-up. */
export function SentToday({ sender: s }: { sender: Sender }) {
  const t = useTranslations('mail');
  const f = useFormat();
  return (
    <div className={css.today}>
      <span>
        {s.allowance === null
          ? t('sentFree', { used: f.count(s.used) })
          : t('sentOf', { used: f.count(s.used), all: f.count(s.allowance) })}
      </span>
      {s.allowance !== null && <UsedBar used={s.used} limit={s.allowance} />}
      {s.warmDay > 0 && s.warmUp && <small>{t('warmDay', { n: s.warmDay, of: s.warmUp.days })}</small>}
    </div>
  );
}
