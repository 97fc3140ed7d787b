import { useTranslations } from 'next-intl';
import { UsedBar } from '@/kit/cell/UsedBar';
import { DictTag } from '@/kit/dict/DictTag';
import { DescriptionList } from '@/kit/page/Page';
import type { RecordOf } from '@/lib/api/types';
import { useFormat } from '@/lib/format';
import css from './sender.module.css';

type Sender = RecordOf<'/gc/sender/page'>;
type SenderProps = { sender: Sender };

/** Returns the name of a sender: its phone number, if it has one. */
export function useSenderName(): (s: Pick<Sender, 'number' | 'name'>) => string {
  const f = useFormat();
  return (s) => (s.number ? f.number(s.number) : s.name);
}

/** The number that recipients see, and below it, small, the id by which the provider knows it. */
export function Named({ sender: s }: SenderProps) {
  const called = useSenderName()(s);
  return (
    <div className={css.two}>
      <b>{called}</b>
      {s.number && s.id !== s.number && <small>{s.id}</small>}
    </div>
  );
}

/** The state of a sender, and until when it is suspended. */
export function StateOf({ sender: s }: SenderProps) {
  const t = useTranslations('sender');
  const f = useFormat();
  return (
    <div className={css.two}>
      <span>
        <DictTag code="sender_state" value={s.state} />
      </span>
      {s.restsUntil && (
        <small>
          <time dateTime={s.restsUntil}>{t('restsTill', { time: f.minute(s.restsUntil) })}</time>
        </small>
      )}
    </div>
  );
}

/** The messages that a sender has sent, its limit, and what sets the limit. */
export function Used({ sender: s }: SenderProps) {
  const t = useTranslations('sender');
  const f = useFormat();
  if (s.limit === null) return t('noLimit');
  const by = { warmUp: t('byWarmUp', { day: s.warmDay }), daily: t('byStaff'), tier: t('byProvider'), '': '' };
  return (
    <div className={css.two}>
      <span>{t('ofLimit', { used: f.count(s.used), limit: f.count(s.limit) })}</span>
      <UsedBar used={s.used} limit={s.limit} />
      <small>{by[s.limitBy]}</small>
    </div>
  );
}

/** Shows the usage of all numbers of the sender's account. */
export function AccountUsed({ sender: s }: SenderProps) {
  const t = useTranslations('sender');
  const f = useFormat();
  if (!s.accountTier) return t('noLimit');
  return (
    <div className={css.two}>
      <span>{t('ofLimit', { used: f.count(s.accountUsed), limit: f.count(s.accountTier) })}</span>
      <UsedBar used={s.accountUsed} limit={s.accountTier} />
      <small>{t('byProvider')}</small>
    </div>
  );
}

/** Shows the day of the warm-up and the limit of its first day. */
export function WarmUp({ sender: s }: SenderProps) {
  const t = useTranslations('sender');
  const f = useFormat();
  if (!s.warmUp) return t('noWarmUp');
  return (
    <div className={css.two}>
      <span>{s.warmDay ? t('warmDay', { day: s.warmDay }) : t('warmOver')}</span>
      <small>{t('warmFirst', { n: f.count(s.warmUp) })}</small>
    </div>
  );
}

/** All of it on a phone, where no column but the name's has space. */
export function Standing({ sender: s }: SenderProps) {
  const t = useTranslations('sender');
  const f = useFormat();
  return (
    <div className={css.standing}>
      <DescriptionList
        items={[
          { label: t('state'), value: <StateOf sender={s} /> },
          { label: t('channel'), value: <DictTag code="channel" value={s.channel} /> },
          { label: t('used'), value: <Used sender={s} /> },
          ...(s.account ? [{ label: t('accountUsed'), value: <AccountUsed sender={s} /> }] : []),
          { label: t('weight'), value: f.count(s.weight) },
          { label: t('quality'), value: <DictTag code="sender_quality" value={s.quality} /> },
          { label: t('warming'), value: <WarmUp sender={s} /> },
        ]}
      />
    </div>
  );
}
