import { CloseOutlined } from '@ant-design/icons';
import { Button, Segmented, Skeleton } from 'antd';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { EmptyState } from '@/kit/page/EmptyState';
import { ErrorAlert } from '@/kit/page/ErrorAlert';
import { useFormat } from '@/lib/format';
import { useSearch } from '@/lib/router/navigate';
import { Link } from '@/ui/Link';
import { SearchField } from '@/ui/SearchField';
import { type Conversation, FILTERS, type Filter, useConversations } from './inbox';
import css from './inbox.module.css';
import { TagFilter } from './TagFilter';

/** The conversations, the one with the latest message first. */
export function Conversations({ chosen }: { chosen: string | null }) {
  const t = useTranslations('conversation');
  const { params, set, href } = useSearch();
  const [pages, setPages] = useState(1);
  const filter = (FILTERS as readonly string[]).includes(params.get('show') ?? '')
    ? (params.get('show') as Filter)
    : 'all';
  const orderId = params.get('orderId');
  const tag = params.get('tag');
  const search = params.get('search');
  const { records, total, error, refetch, isFetching } = useConversations(
    filter,
    { search: search ?? '', tag: tag ?? '', orderId: orderId ?? '' },
    pages,
  );
  const rows = records ?? [];
  return (
    <section className={css.list} aria-label={t('conversations')} aria-busy={!records && isFetching}>
      <div className={css.filters}>
        <Segmented
          aria-label={t('show')}
          value={filter}
          options={FILTERS.map((value) => ({ value, label: t(`shows.${value}`) }))}
          onChange={(show) => set({ show: show === 'all' ? null : show })}
        />
        <SearchField
          label={t('searchConversations')}
          number={false}
          className={css.search}
          value={search ?? undefined}
          onSearch={(text) => set({ search: text.trim() || null })}
        />
        <TagFilter value={tag} onChange={(next) => set({ tag: next })} />
        {orderId && (
          <Button size="small" icon={<CloseOutlined />} onClick={() => set({ orderId: null })}>
            {t('ofOrder', { order: rows[0]?.orderNo ?? '' })}
          </Button>
        )}
      </div>
      {error && <ErrorAlert error={error} onRetry={refetch} />}
      {!records && !error && <Skeleton active />}
      {records && rows.length === 0 && (
        <EmptyState className={css.none} description={t(search || tag ? 'none.found' : `none.${filter}`)} />
      )}
      <ul className={css.rows}>
        {rows.map((c) => (
          <li key={c.id}>
            <Link
              to={href({ id: c.id })}
              className={`${css.row} ${c.id === chosen ? css.chosen : ''} ${c.unread > 0 ? css.unread : ''}`}
            >
              <Line conversation={c} />
            </Link>
          </li>
        ))}
      </ul>
      {total !== undefined && total > rows.length && (
        <Button className={css.more} onClick={() => setPages(pages + 1)}>
          {t('more')}
        </Button>
      )}
    </section>
  );
}

/** Shows a conversation in two lines. */
function Line({ conversation: c }: { conversation: Conversation }) {
  const t = useTranslations('conversation');
  const f = useFormat();
  const text = c.lastMessage || (c.lastKind ? t(`kinds.${c.lastKind}`) : '');
  return (
    <>
      <span className={css.head}>
        <strong>{c.name || f.number(c.phoneNumber)}</strong>
        <time dateTime={c.lastTime}>{f.minute(c.lastTime).slice(5)}</time>
      </span>
      <span className={css.head}>
        <span className={css.last}>{c.lastIn ? text : t('you', { text })}</span>
        {c.unread > 0 && (
          <b className={css.count}>
            <span aria-hidden>{c.unread > 99 ? '99+' : c.unread}</span>
            <span className={css.hidden}>{t('unread', { n: c.unread })}</span>
          </b>
        )}
      </span>
      <small className={css.facts}>
        {[c.name && f.number(c.phoneNumber), t(`channels.${c.channel}`), c.orderName || c.orderNo, c.assigneeName]
          .filter(Boolean)
          .join(' · ')}
      </small>
      {c.tags && c.tags.length > 0 && (
        <span className={css.tagLine}>
          {c.tags.map((tag) => (
            <span key={tag} className={css.tag}>
              {tag}
            </span>
          ))}
        </span>
      )}
    </>
  );
}
