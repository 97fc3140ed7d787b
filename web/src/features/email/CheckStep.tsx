import { CheckCircleFilled, CloseCircleFilled, WarningFilled } from '@ant-design/icons';
import type { UseQueryResult } from '@tanstack/react-query';
import { Button } from 'antd';
import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { useDict } from '@/kit/dict/useDict';
import { Findings } from '@/kit/mail/Findings';
import { MailStage } from '@/kit/mail/MailStage';
import { EmptyState } from '@/kit/page/EmptyState';
import { useFormat } from '@/lib/format';
import { errorText } from '@/lib/notifier';
import type { Estimate } from '@/ordering/EstimateCard';
import css from './email.module.css';
import { useFirstRecipients, useMail } from './mails';
import { type EmailOrderValues, entered } from './request';
import { useSenders } from './useSenders';

type Props = {
  values: EmailOrderValues;
  estimate: UseQueryResult<Estimate>;
  ready: boolean;
  /** Opens the form that sends a test; undefined where none can be sent. */
  onTest?: () => void;
};

/** The third step: the email of a real recipient, and what is wrong with it or could be better. */
export function CheckStep({ values, estimate, ready, onTest }: Props) {
  const t = useTranslations('email');
  const [at, go] = useState(0);
  const recipients = useFirstRecipients(values);
  const place = Math.min(at, Math.max(0, recipients.length - 1));
  const one = recipients[place];
  const { mail, checked, error, refetch } = useMail(values, values.format, { ...entered(values), ...one?.values });
  if (!mail && !error) return <EmptyState description={t('nothingToCheck')} />;
  return (
    <div className={css.check}>
      <section className={css.stage} aria-label={t('preview')}>
        <MailStage mail={mail} error={error} onRetry={refetch} />
      </section>
      <aside className={css.checks} aria-label={t('checks.title')}>
        <RecipientSteps address={one?.address} at={place} count={recipients.length} go={go} />
        {onTest && (
          <Button block onClick={onTest}>
            {t('test.action')}
          </Button>
        )}
        <Delivered values={values} estimate={estimate} ready={ready} links={checked?.links.length} />
        {checked && <Findings mail={checked} />}
        {checked && checked.links.length > 0 && (
          <section aria-label={t('links')}>
            <h3 className={css.sub}>{t('links')}</h3>
            <ul className={css.links}>
              {checked.links.map((l) => (
                <li key={l.number}>
                  {l.label && <b>{l.label}</b>} {l.url}
                </li>
              ))}
            </ul>
          </section>
        )}
      </aside>
    </div>
  );
}

type RecipientStepsProps = { address?: string; at: number; count: number; go: (at: number) => void };

/** Steps through the first recipients. */
function RecipientSteps({ address, at, count, go }: RecipientStepsProps) {
  const t = useTranslations('email');
  const all = useTranslations('order');
  const f = useFormat();
  if (!address) return null;
  return (
    <section className={css.through} aria-label={all('through')}>
      <Button size="small" disabled={at === 0} onClick={() => go(at - 1)} aria-label={all('throughBack')}>
        ‹
      </Button>
      <span aria-live="polite">{t('throughAt', { address, n: f.count(at + 1), of: f.count(count) })}</span>
      <Button size="small" disabled={at >= count - 1} onClick={() => go(at + 1)} aria-label={all('throughNext')}>
        ›
      </Button>
    </section>
  );
}

type Finding = { key: string; state: 'fine' | 'warning' | 'error'; text: ReactNode };
const ICONS = { fine: <CheckCircleFilled />, warning: <WarningFilled />, error: <CloseCircleFilled /> };

/** What the delivery depends on beside the design: the sender, and what the server says about the whole order. */
function Delivered({ values, estimate, ready, links }: Omit<Props, 'onTest'> & { links?: number }) {
  const t = useTranslations('email.checks');
  const states = useDict('email_sender_state');
  const sender = useSenders(values.userId)?.find((s) => s.id === values.senderId);
  const usable = sender?.state === 'usable';
  const all: Finding[] = [
    sender
      ? {
          key: 'sender',
          state: usable ? 'fine' : 'error',
          text: usable
            ? t('senderFine', { address: sender.address })
            : t('senderWrong', { address: sender.address, state: states.find(sender.state)?.name ?? sender.state }),
        }
      : { key: 'sender', state: 'warning', text: t('senderPlatform') },
  ];
  if (values.format === 'text') all.push({ key: 'unsubscribe', state: 'fine', text: t('unsubscribe') });
  if (links === 0) all.push({ key: 'links', state: 'warning', text: t('noLinks') });
  if (ready && estimate.isError) all.push({ key: 'order', state: 'error', text: errorText(estimate.error) });
  else if (ready && estimate.data) all.push({ key: 'order', state: 'fine', text: t('orderFine') });
  else if (!ready) all.push({ key: 'order', state: 'warning', text: t('orderOpen') });
  return (
    <section aria-label={t('delivery')}>
      <h3 className={css.sub}>{t('delivery')}</h3>
      <ul className={css.findings}>
        {all.map(({ key, state, text }) => (
          <li key={key} data-state={state}>
            <span role="img" aria-label={t(`states.${state}`)}>
              {ICONS[state]}
            </span>
            <span>{text}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
