import { Button, Skeleton } from 'antd';
import { useTranslations } from 'next-intl';
import { Fragment, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { useFormat } from '@/lib/format';
import { useWhen } from '@/lib/useWhen';
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
  /** The message to scroll to: the thread is loaded back to it. The latest one when left out. */
  goal?: Message;
  /** Quotes a message in the reply; absent where the channel cannot. */
  onQuote?: (message: Message) => void;
};

/** The place of the next older part, while the goal is not in what is loaded. */
const toGoal = (goal: Message | undefined, part: { records: Message[] | null; next?: string } | undefined) =>
  goal && part?.next && !part.records?.some((m) => m.id === goal.id) ? part.next : undefined;

/** Messages of a conversation, scrolled to the latest at the bottom, or to the one that is looked for. */
export function Thread({ id, label, replies, goal, onQuote }: Props) {
  const t = useTranslations('conversation');
  const latest = useMessages(id);
  const [asked, setAsked] = useState<string[]>([]);
  const box = useRef<HTMLDivElement>(null);
  const outgoing = replies.shownIn(latest.data?.records ?? []);
  const newest = `${latest.data?.records?.[0]?.id} ${outgoing.at(-1)?.id}`;
  const began = useRef(false);
  useLayoutEffect(() => {
    if (!newest || !box.current) return;
    if (began.current || !goal) box.current.scrollTop = box.current.scrollHeight;
    began.current = true;
  }, [newest, goal]);
  const beyond = asked.length === 0 ? toGoal(goal, latest.data) : undefined;
  useWhen(beyond !== undefined, () => setAsked([beyond as string]));
  if (!latest.data) return <Skeleton active />;
  const last = asked.at(-1);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
    <div className={css.thread} ref={box} role="log" aria-label={label} tabIndex={0}>
      {last === undefined ? (
        latest.data.next && <Older onClick={() => setAsked([latest.data.next as string])} text={t('older')} />
      ) : (
        <Part
          key={last}
          {...{ id, goal, onQuote }}
          before={last}
          onMore={(next) => setAsked((now) => (now.includes(next) ? now : [...now, next]))}
        />
      )}
      {asked
        .slice(0, -1)
        .reverse()
        .map((before) => (
          <Part key={before} {...{ id, goal, onQuote }} before={before} />
        ))}
      <Messages {...{ id, goal, onQuote }} all={latest.data.records ?? []} />
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

type PartProps = Pick<Props, 'id' | 'goal' | 'onQuote'> & { before: string; onMore?: (next: string) => void };

/** An older part of the thread. */
function Part({ id, before, goal, onQuote, onMore }: PartProps) {
  const t = useTranslations('conversation');
  const { data } = useMessages(id, before);
  const beyond = toGoal(goal, data);
  useWhen(beyond !== undefined, () => onMore?.(beyond as string));
  if (!data) return <Skeleton active />;
  return (
    <>
      {onMore && data.next && <Older onClick={() => onMore(data.next as string)} text={t('older')} />}
      <Messages {...{ id, goal, onQuote }} all={data.records ?? []} />
    </>
  );
}

type MessagesProps = Pick<Props, 'id' | 'goal' | 'onQuote'> & {
  all: Message[];
  /** Shows a message in the thread. */
  onGo?: (message: Message) => void;
};

/** Messages come the latest first and are shown the other way round, with a line where a day begins. */
export function Messages({ id, all, goal, onQuote, onGo }: MessagesProps) {
  const t = useTranslations('conversation');
  const f = useFormat();
  const shown = [...all].reverse();
  return shown.map((m, i) => {
    const day = dayOf(f.time(m.time));
    const before = shown[i - 1];
    const quotable = m.in || ['sent', 'arrived', 'read'].includes(m.state ?? '');
    const bubble =
      m.kind === 'note' ? (
        <NoteBubble note={m} conversation={id} />
      ) : (
        <MessageBubble
          message={m}
          conversation={id}
          quoted={m.quoted ?? all.find((o) => o.id === m.quotes)}
          onQuote={quotable ? onQuote : undefined}
        />
      );
    return (
      <Fragment key={m.id}>
        {(!before || dayOf(f.time(before.time)) !== day) && <div className={css.day}>{day}</div>}
        {m.id === goal?.id ? <Goal key={`${m.id} goal`}>{bubble}</Goal> : bubble}
        {onGo && (
          <Button className={css.go} data-in={m.in} type="link" size="small" onClick={() => onGo(m)}>
            {t('showInThread')}
          </Button>
        )}
      </Fragment>
    );
  });
}

/** The message that was looked for: scrolled to, focused and marked. */
function Goal({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    place.current?.scrollIntoView({ block: 'center' });
    place.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div ref={place} className={css.goal} tabIndex={-1}>
      {children}
    </div>
  );
}
