import { Button, Skeleton } from 'antd';
import { useTranslations } from 'next-intl';
import { Fragment, useLayoutEffect, useRef, useState } from 'react';
import { useFormat } from '@/lib/format';
import { dayOf, type Message, useMessages } from './inbox';
import css from './inbox.module.css';
import { MessageBubble } from './MessageBubble';
import { NoteBubble } from './NoteBubble';
import { OutgoingBubble } from './OutgoingBubble';
import type { Replies } from './outgoing';

type Props = {
  id: string;
  label: string;
  replies: Replies;
  /** Quotes a message in the reply; absent where the channel cannot. */
  onQuote?: (message: Message) => void;
};

/** Messages of a conversation, scrolled to the latest at the bottom. */
export function Thread({ id, label, replies, onQuote }: Props) {
  const t = useTranslations('conversation');
  const latest = useMessages(id);
  const [asked, setAsked] = useState<string[]>([]);
  const box = useRef<HTMLDivElement>(null);
  const outgoing = replies.shownIn(latest.data?.records ?? []);
  const newest = `${latest.data?.records?.[0]?.id} ${outgoing.at(-1)?.id}`;
  useLayoutEffect(() => {
    if (newest && box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [newest]);
  if (!latest.data) return <Skeleton active />;
  const last = asked.at(-1);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
    <div className={css.thread} ref={box} role="log" aria-label={label} tabIndex={0}>
      {last === undefined ? (
        latest.data.next && <Older onClick={() => setAsked([latest.data.next as string])} text={t('older')} />
      ) : (
        <Part key={last} id={id} before={last} onQuote={onQuote} onMore={(next) => setAsked([...asked, next])} />
      )}
      {asked
        .slice(0, -1)
        .reverse()
        .map((before) => (
          <Part key={before} id={id} before={before} onQuote={onQuote} />
        ))}
      <Messages id={id} all={latest.data.records ?? []} onQuote={onQuote} />
      {outgoing.map((o) => (
        <OutgoingBubble key={o.id} outgoing={o} replies={replies} />
      ))}
    </div>
  );
}

function Older({ onClick, text }: { onClick: () => void; text: string }) {
  return (
    <Button className={css.older} size="small" onClick={onClick}>
      {text}
    </Button>
  );
}

type PartProps = Pick<Props, 'id' | 'onQuote'> & { before: string; onMore?: (next: string) => void };

/** An older part of the thread. */
function Part({ id, before, onQuote, onMore }: PartProps) {
  const t = useTranslations('conversation');
  const { data } = useMessages(id, before);
  if (!data) return <Skeleton active />;
  return (
    <>
      {onMore && data.next && <Older onClick={() => onMore(data.next as string)} text={t('older')} />}
      <Messages id={id} all={data.records ?? []} onQuote={onQuote} />
    </>
  );
}

/** Messages come the latest first and are shown the other way round, with a line where a day begins. */
export function Messages({ id, all, onQuote }: Pick<Props, 'id' | 'onQuote'> & { all: Message[] }) {
  const f = useFormat();
  const shown = [...all].reverse();
  return shown.map((m, i) => {
    const day = dayOf(f.time(m.time));
    const before = shown[i - 1];
    const quotable = m.in || ['sent', 'arrived', 'read'].includes(m.state ?? '');
    return (
      <Fragment key={m.id}>
        {(!before || dayOf(f.time(before.time)) !== day) && <div className={css.day}>{day}</div>}
        {m.kind === 'note' ? (
          <NoteBubble note={m} conversation={id} />
        ) : (
          <MessageBubble
            message={m}
            conversation={id}
            quoted={m.quoted ?? all.find((o) => o.id === m.quotes)}
            onQuote={quotable ? onQuote : undefined}
          />
        )}
      </Fragment>
    );
  });
}
