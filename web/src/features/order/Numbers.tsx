import { useTranslations } from 'next-intl';
import { Panel } from '@/kit/page/Page';
import { useFormat } from '@/lib/format';
import css from '@/ordering/insight.module.css';
import { useStat } from '@/ordering/useStat';

/** Shows the messages by sender number; hidden for an order with a single number. */
export function Numbers({ id, busy }: { id: string; busy: boolean }) {
  const t = useTranslations('order');
  const f = useFormat();
  const all = useStat(id, busy).data?.senders ?? [];
  const whole = all.reduce((sum, s) => sum + s.sent, 0);
  if (all.length < 2) return null;
  return (
    <Panel title={t('numbers')}>
      <ul className={`${css.funnel} ${css.numbers}`} aria-label={t('numbers')}>
        {all.map((s) => (
          <li key={s.from}>
            <span>{fromOf(s.from)}</span>
            <i aria-hidden="true">
              <u data-step="sent" style={{ width: `${(s.sent / whole) * 100}%` }} />
            </i>
            <b>{f.count(s.sent)}</b>
            <small>{s.failed > 0 ? t('numberFailed', { n: s.failed }) : ''}</small>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** A sender as people know it: its number, or the name of its account. */
export function fromOf(from: string | undefined): string {
  return from && /^\d{7,15}$/.test(from) ? `+${from}` : (from ?? '');
}
