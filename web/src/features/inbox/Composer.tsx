import { FileTextOutlined, SendOutlined } from '@ant-design/icons';
import { Alert, Button, Input } from 'antd';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { usePermission } from '@/kit/access/Can';
import { UploadField } from '@/kit/upload/UploadField';
import { useLimit } from '@/kit/useLimit';
import { useApiMutation } from '@/lib/api/mutation';
import { request } from '@/lib/api/request';
import { useFormat } from '@/lib/format';
import { isEnter } from '@/lib/input/keys';
import { useCountdown } from '@/lib/usePoll';
import { CONVERSATION_LIST, type Detail } from './inbox';
import css from './inbox.module.css';
import { useReplyDraft } from './replyDraft';
import { TemplateReply } from './TemplateReply';

/** The reply: text, or a picture with a caption, while the window is open; a template at any time. */
export function Composer({ conversation }: { conversation: Detail }) {
  const t = useTranslations('conversation');
  const f = useFormat();
  const may = usePermission();
  const [templating, setTemplating] = useState(false);
  if (!may({ permission: 'gc:inbox:reply' })) return null;
  if (conversation.refused)
    return <Alert className={css.compose} type="warning" showIcon title={conversation.refused} />;
  const free = conversation.kinds?.includes('text');
  const costs = conversation.price > 0 ? f.credits(conversation.price) : '';
  return (
    <footer className={css.compose}>
      {free ? (
        <TextComposer conversation={conversation} key={conversation.id} />
      ) : conversation.held ? (
        <Alert
          type="warning"
          showIcon
          title={t('heldNow')}
          description={[
            conversation.held,
            conversation.heldUntil && t('heldUntil', { time: f.minute(conversation.heldUntil) }),
          ]
            .filter(Boolean)
            .join(' · ')}
        />
      ) : (
        <Alert type="info" showIcon title={t('windowClosed')} description={t('windowClosedText')} />
      )}
      <div className={css.tools}>
        {conversation.kinds?.includes('template') && (
          <Button icon={<FileTextOutlined />} onClick={() => setTemplating(true)}>
            {t('template')}
          </Button>
        )}
        <small className={css.quiet}>
          {conversation.free && free && conversation.windowUntil && <Window until={conversation.windowUntil} />}
          {conversation.free && free && conversation.windowUntil && costs && ' · '}
          {conversation.free
            ? costs && t('templateCosts', { price: costs })
            : costs && t('partCosts', { price: costs })}
        </small>
      </div>
      <TemplateReply
        id={conversation.id}
        price={conversation.price}
        open={templating}
        onClose={() => setTemplating(false)}
      />
    </footer>
  );
}

/** Shows the remaining time for free-form replies. */
function Window({ until }: { until: string }) {
  const t = useTranslations('conversation');
  const left = useCountdown(until);
  const two = (n: number) => String(n).padStart(2, '0');
  const shown = `${Math.floor(left / 3600)}:${two(Math.floor(left / 60) % 60)}:${two(left % 60)}`;
  return (
    <span role="timer" aria-label={t('windowLabel')} className={css.timer}>
      {t('window', { left: shown })}
    </span>
  );
}

function TextComposer({ conversation }: { conversation: Detail }) {
  const t = useTranslations('conversation');
  const { text, picture, write, restore } = useReplyDraft(conversation.id);
  const most = useLimit('image.bulk.bytes');
  const limit = picture ? conversation.captionLimit : conversation.textLimit;
  const length = [...text.trim()].length;
  // A reply that is free while the window is open stays free; each part of a short message costs the shown price.
  const told = conversation.free ? 0 : undefined;
  const act = useApiMutation(
    ({ text, picture }: { text: string; picture?: { id: string; name: string } }) =>
      request('post', '/gc/inbox/{id}/messages', {
        path: { id: conversation.id },
        body: picture
          ? { type: 'image' as const, mediaId: picture.id, text: text.trim(), expectedCost: told }
          : { type: 'text' as const, text: text.trim(), expectedCost: told },
      }),
    { changes: [CONVERSATION_LIST] },
  );
  const may = (picture !== undefined || length > 0) && length <= limit && !act.isPending;
  // The draft is cleared at once, so a user who switches conversations before the answer finds nothing to send again.
  const send = () => {
    if (!may) return;
    const sent = { text, picture };
    write({ text: '', picture: undefined });
    act.mutateAsync(sent).catch(() => restore(sent));
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
        <Button
          className={css.send}
          type="primary"
          icon={<SendOutlined />}
          disabled={!may}
          loading={act.isPending}
          onClick={send}
        >
          {t('send')}
        </Button>
      </div>
    </>
  );
}
