import { SendOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { useTranslations } from 'next-intl';
import { UploadField } from '@/kit/upload/UploadField';
import { useLimit } from '@/kit/useLimit';
import { isEnter } from '@/lib/input/keys';
import type { Detail } from './inbox';
import css from './inbox.module.css';
import type { Replies } from './outgoing';
import { useReplyDraft } from './replyDraft';

/** Field of a text reply, or of a picture with a caption. A sent reply leaves the field at once and stands in the thread. */
export function TextComposer({ conversation, replies }: { conversation: Detail; replies: Replies }) {
  const t = useTranslations('conversation');
  const { text, picture, write } = useReplyDraft(conversation.id);
  const most = useLimit('image.bulk.bytes');
  const limit = picture ? conversation.captionLimit : conversation.textLimit;
  const length = [...text.trim()].length;
  // A reply that is free while the window is open stays free; each part of a short message costs the shown price.
  const expectedCost = conversation.free ? 0 : undefined;
  const may = (picture !== undefined || length > 0) && length <= limit;
  const send = () => {
    if (!may) return;
    const body = picture ? { type: 'image' as const, mediaId: picture.id } : { type: 'text' as const };
    replies.send({ ...body, text: text.trim(), expectedCost });
    write({ text: '', picture: undefined });
  };
  return (
    <>
      <Input.TextArea
        aria-label={t(picture ? 'caption' : 'reply')}
        placeholder={t(picture ? 'caption' : 'reply')}
        autoSize={{ minRows: 2, maxRows: 6 }}
        value={text}
        count={{ show: length > limit * 0.8, max: limit, strategy: (v) => [...v].length }}
        onChange={(e) => write({ text: e.target.value })}
        onKeyDown={(e) => {
          if (!isEnter(e) || e.shiftKey) return;
          e.preventDefault();
          send();
        }}
      />
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
