import { CloseOutlined, SendOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { useTranslations } from 'next-intl';
import { UploadField } from '@/kit/upload/UploadField';
import { useLimit } from '@/kit/useLimit';
import { isEnter } from '@/lib/input/keys';
import type { Detail } from './inbox';
import css from './inbox.module.css';
import { QuotedText } from './MessageBubble';
import type { Replies } from './outgoing';
import { QuickReplyList, useQuickReplies } from './QuickReplyList';
import { useReplyDraft } from './replyDraft';

/** Field of a text reply, or of a picture with a caption. A sent reply leaves the field at once and stands in the thread. */
export function TextComposer({ conversation, replies }: { conversation: Detail; replies: Replies }) {
  const t = useTranslations('conversation');
  const { text, picture, quotes, write } = useReplyDraft(conversation.id);
  const quick = useQuickReplies(conversation, text, (filled) => write({ text: filled }));
  const most = useLimit('image.bulk.bytes');
  const limit = picture ? conversation.captionLimit : conversation.textLimit;
  const length = [...text.trim()].length;
  // A reply that is free while the window is open stays free; each part of a short message costs the shown price.
  const expectedCost = conversation.free ? 0 : undefined;
  const may = (picture !== undefined || length > 0) && length <= limit;
  const send = () => {
    if (!may) return;
    const body = picture ? { type: 'image' as const, mediaId: picture.id } : { type: 'text' as const };
    replies.send({ ...body, text: text.trim(), expectedCost, ...(quotes && { quotes: quotes.id }) }, quotes);
    write({ text: '', picture: undefined, quotes: undefined });
  };
  return (
    <>
      {quotes && (
        <div className={css.quoting}>
          <QuotedText quoted={quotes} />
          <Button
            type="text"
            size="small"
            icon={<CloseOutlined />}
            aria-label={t('unquote')}
            onClick={() => write({ quotes: undefined })}
          />
        </div>
      )}
      <div className={css.field}>
        <QuickReplyList quick={quick} />
        <Input.TextArea
          {...quick.field}
          aria-label={t(picture ? 'caption' : 'reply')}
          placeholder={t(picture ? 'caption' : quick.offered ? 'replyOrShortcut' : 'reply')}
          autoSize={{ minRows: 2, maxRows: 6 }}
          value={text}
          count={{ show: length > limit * 0.8, max: limit, strategy: (v) => [...v].length }}
          onChange={(e) => write({ text: e.target.value })}
          onKeyDown={(e) => {
            if (quick.onKey(e) || !isEnter(e) || e.shiftKey) return;
            e.preventDefault();
            send();
          }}
        />
      </div>
      <div className={css.tools}>
        {conversation.kinds?.includes('image') && (
          <UploadField kind="image" max={most} value={picture} onChange={(made) => write({ picture: made })} />
        )}
        <Button className={css.send} type="primary" icon={<SendOutlined />} disabled={!may} onClick={send}>
          {t('send')}
        </Button>
      </div>
    </>
  );
}
