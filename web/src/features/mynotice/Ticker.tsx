import { CloseOutlined, NotificationOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { TICKER_STEP, TICKER_WAIT } from '@/lib/constants';
import { type Notice, useNoticeQueue } from '@/lib/realtime/notices';
import { useUserId } from './api';
import css from './notices.module.css';
import { rememberedTicker, rememberTicker, tickerQuery } from './query';

/** Announcements that still hold, moving by under the header. They stand still under the pointer and the focus, and for users who prefer reduced motion. */
export function Ticker() {
  const user = useUserId();
  const [hidden, setHidden] = useState('');
  const query = useQuery({ ...tickerQuery(user), enabled: user !== '' });
  const list = query.data ?? [];
  const key = list.map((n) => n.id).join(' ');
  const known = query.isSuccess;
  const any = list.length > 0;
  useEffect(() => {
    if (known) rememberTicker(user, any);
  }, [user, known, any]);
  const late = useLate();
  if (query.isPending) {
    const before = rememberedTicker(user);
    if (before) return <div className={css.ticker} />;
    return before === undefined && !late ? <div className={css.unknown} /> : null;
  }
  if (list.length === 0 || key === hidden) return null;
  return <Moving key={key} list={list} onHide={() => setHidden(key)} />;
}

/** Whether a first visit has waited long enough for the ticker. */
function useLate(): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), TICKER_WAIT);
    return () => clearTimeout(timer);
  }, []);
  return late;
}

function Moving({ list, onHide }: { list: Notice[]; onHide: () => void }) {
  const t = useTranslations('inbox');
  const show = useNoticeQueue((s) => s.add);
  const box = useRef<HTMLDivElement>(null);
  const track = useRef<HTMLUListElement>(null);
  // The browser reports sizes after layout anyway; reading them would force another layout.
  useEffect(() => {
    const way = { from: 0, to: 0 };
    const observer = new ResizeObserver((entries) => {
      for (const e of entries) way[e.target === box.current ? 'from' : 'to'] = Math.ceil(e.contentRect.width);
      track.current?.style.setProperty('--from', `${way.from}px`);
      track.current?.style.setProperty('--to', `${-way.to}px`);
      track.current?.style.setProperty('animation-duration', `${(way.from + way.to) * TICKER_STEP}ms`);
    });
    if (box.current) observer.observe(box.current);
    if (track.current) observer.observe(track.current);
    return () => observer.disconnect();
  }, []);
  return (
    <section className={css.ticker} aria-label={t('ticker')}>
      <NotificationOutlined aria-hidden />
      <div ref={box} className={css.window}>
        <ul ref={track} className={css.track}>
          {list.map((n, i) => (
            <li key={n.id}>
              <button type="button" onClick={() => show('announcement', n)}>
                {t('tick', { n: i + 1, summary: n.contents?.summary || n.contents?.title || '' })}
              </button>
            </li>
          ))}
        </ul>
      </div>
      <button type="button" className={css.hide} aria-label={t('hideTicker')} onClick={onHide}>
        <CloseOutlined aria-hidden />
      </button>
    </section>
  );
}
