import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { formOf } from '@/kit/form/formOf';
import { get } from '@/lib/api/query';
import type { RecordOf } from '@/lib/api/types';
import css from './emailsender.module.css';
import type { SenderValues } from './values';

const { useWatch } = formOf<SenderValues>();

/** How the sender looks in a list of emails and at the head of one. */
export function InboxPreview({ row }: { row?: RecordOf<'/edm/sender/page'> }) {
  const t = useTranslations('emailsender');
  const { data } = useQuery(get('/domain/selector', { query: { size: 100, uses: 'email', sending: 'true' } }));
  const [name = '', mailbox = '', domainId, replyTo, replyToName] = [
    useWatch('name'),
    useWatch('mailbox'),
    useWatch('domainId'),
    useWatch('replyTo'),
    useWatch('replyToName'),
  ];
  const domain = data?.records?.find((d) => d.id === domainId)?.name ?? (row?.domainId === domainId ? row?.domain : '');
  const address = `${mailbox.toLowerCase() || '…'}@${domain || '…'}`;
  const shown = name || address;
  const reply = replyTo && (replyToName ? `${replyToName} <${replyTo}>` : replyTo);
  return (
    <figure className={css.inbox}>
      <figcaption>{t('preview')}</figcaption>
      <div className={css.mail}>
        <span className={css.face} aria-hidden>
          {[...shown][0]?.toUpperCase()}
        </span>
        <div>
          <div className={css.from}>
            <b>{shown}</b>
            <small>{t('now')}</small>
          </div>
          <small>{`<${address}>`}</small>
          <div>{t('previewSubject')}</div>
          <small>{t('previewText')}</small>
          {reply && <small className={css.reply}>{t('previewReply', { to: reply })}</small>}
        </div>
      </div>
    </figure>
  );
}
