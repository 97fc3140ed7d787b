import { LoadingOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslations } from 'next-intl';
import css from './inbox.module.css';
import { OwnPicture, QuotedText } from './MessageBubble';
import type { Outgoing, Replies } from './outgoing';

/** Shows a reply that the server has not stored yet: it is being sent, or it failed and can be sent again. */
export function OutgoingBubble({ outgoing: o, replies }: { outgoing: Outgoing; replies: Replies }) {
  const t = useTranslations('conversation');
  return (
    <article className={css.said} data-in={false}>
      <div className={css.bubble}>
        {o.quoted && <QuotedText quoted={o.quoted} />}
        {o.body.mediaId && <OwnPicture id={o.body.mediaId} />}
        {o.body.text && <p>{o.body.text}</p>}
      </div>
      {o.failed === undefined ? (
        <small className={css.under} role="status">
          <LoadingOutlined aria-hidden /> {t('sending')}
        </small>
      ) : (
        <>
          <small className={css.reason} role="alert">
            {t('notSent')} {o.failed}
          </small>
          <div className={css.again}>
            <Button size="small" onClick={() => replies.retry(o)}>
              {t('retry')}
            </Button>
            <Button size="small" type="text" onClick={() => replies.discard(o.id)}>
              {t('discard')}
            </Button>
          </div>
        </>
      )}
    </article>
  );
}
