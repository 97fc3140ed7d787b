import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { type KeyboardEvent, useId, useState } from 'react';
import { usePermission } from '@/kit/access/Can';
import { get } from '@/lib/api/query';
import { contains } from '@/lib/input/fold';
import { isEnter } from '@/lib/input/keys';
import type { Detail } from './inbox';
import css from './inbox.module.css';
import { inserted, typedShortcut } from './quickReply';

const MAX_SHOWN = 6;
const MAX_FETCHED = 20; // filtered once more while the answer to a longer shortcut is under way

/** Quick replies that match the shortcut at the end of a text; `onText` gets the text with the chosen one. */
export function useQuickReplies(conversation: Detail, text: string, onText: (text: string) => void) {
  const id = useId();
  const offered = usePermission()('gc:quickreply:page');
  const typed = typedShortcut(text);
  const [at, setAt] = useState(0);
  const [closed, setClosed] = useState<string>();
  const all = useQuery({
    ...get('/gc/quickreply/page', { query: { customerId: conversation.houseId, shortcut: typed, size: MAX_FETCHED } }),
    enabled: offered && typed !== undefined,
    placeholderData: keepPreviousData,
  });
  const open = offered && typed !== undefined && closed !== text && all.data !== undefined;
  const found = open
    ? (all.data?.records ?? []).filter((q) => contains(q.shortcut, typed ?? '')).slice(0, MAX_SHOWN)
    : [];
  const active = Math.min(at, Math.max(0, found.length - 1));
  const choose = (i: number) => {
    const chosen = found[i];
    if (chosen) onText(inserted(text, chosen.text, conversation.name ?? ''));
    setAt(0);
  };
  /** Moves in the list, chooses or closes it. True when the key was for the list. */
  const onKey = (e: KeyboardEvent) => {
    if (found.length === 0 && !(offered && typed !== undefined && all.isPending && isEnter(e))) return false;
    const step = { ArrowDown: 1, ArrowUp: -1 }[e.key];
    if (step) setAt((active + step + found.length) % found.length);
    else if (isEnter(e)) choose(active);
    else if (e.key === 'Escape') setClosed(text);
    else return false;
    e.preventDefault();
    return true;
  };
  const field =
    found.length > 0
      ? { 'aria-autocomplete': 'list' as const, 'aria-controls': id, 'aria-activedescendant': `${id}-${active}` }
      : {};
  return { id, offered, found, empty: open && found.length === 0, active, choose, onKey, field };
}

/** List of quick replies above the field. */
export function QuickReplyList({ quick }: { quick: ReturnType<typeof useQuickReplies> }) {
  const t = useTranslations('conversation');
  if (quick.empty) return <p className={css.quick}>{t('noQuickReply')}</p>;
  if (quick.found.length === 0) return null;
  return (
    <div className={css.quick} role="listbox" id={quick.id} aria-label={t('quickReplies')}>
      {quick.found.map((q, i) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and moves the active option
        // biome-ignore lint/a11y/useKeyWithClickEvents: Enter in the field chooses it
        <div
          key={q.id}
          id={`${quick.id}-${i}`}
          role="option"
          aria-selected={i === quick.active}
          className={css.option}
          onMouseDown={(e) => e.preventDefault()}
          onClick={() => quick.choose(i)}
        >
          <b>/{q.shortcut}</b> <span>{q.text}</span>
        </div>
      ))}
    </div>
  );
}
