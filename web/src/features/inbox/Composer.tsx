import { FileTextOutlined } from '@ant-design/icons';
import { Alert, Button, Segmented } from 'antd';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { usePermission } from '@/kit/access/Can';
import { useFormat } from '@/lib/format';
import { useCountdown } from '@/lib/usePoll';
import type { Detail } from './inbox';
import css from './inbox.module.css';
import { NoteComposer } from './NoteComposer';
import type { Replies } from './outgoing';
import { TemplateReply } from './TemplateReply';
import { TextComposer } from './TextComposer';

const MODES = ['reply', 'note'] as const;

/** The reply, or an internal note. */
export function Composer({ conversation, replies }: { conversation: Detail; replies: Replies }) {
  const t = useTranslations('conversation');
  const may = usePermission();
  const [mode, setMode] = useState<(typeof MODES)[number]>('reply');
  const noting = may('gc:inbox:edit');
  if (!noting && !may('gc:inbox:reply')) return null;
  return (
    <footer className={css.compose}>
      {noting && (
        <Segmented
          className={css.mode}
          size="small"
          aria-label={t('write')}
          value={mode}
          options={MODES.map((value) => ({ value, label: t(`modes.${value}`) }))}
          onChange={setMode}
        />
      )}
      {noting && mode === 'note' ? (
        <NoteComposer key={conversation.id} id={conversation.id} />
      ) : (
        <ReplyComposer conversation={conversation} replies={replies} />
      )}
    </footer>
  );
}

/** The reply: text, or a picture with a caption, while the window is open; a template at any time. */
function ReplyComposer({ conversation, replies }: { conversation: Detail; replies: Replies }) {
  const t = useTranslations('conversation');
  const f = useFormat();
  const may = usePermission();
  const [templating, setTemplating] = useState(false);
  if (!may({ permission: 'gc:inbox:reply' })) return null;
  if (conversation.refused) return <Alert type="warning" showIcon title={conversation.refused} />;
  const free = conversation.kinds?.includes('text');
  const costs = conversation.price > 0 ? f.credits(conversation.price) : '';
  return (
    <>
      {free ? (
        <TextComposer conversation={conversation} replies={replies} key={conversation.id} />
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
    </>
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
