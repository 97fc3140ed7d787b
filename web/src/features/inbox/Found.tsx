import { CloseOutlined } from '@ant-design/icons';
import { Button, Skeleton } from 'antd';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { EmptyState } from '@/kit/page/EmptyState';
import { ErrorAlert } from '@/kit/page/ErrorAlert';
import { SearchField } from '@/ui/SearchField';
import { type Message, useFoundMessages } from './inbox';
import css from './inbox.module.css';
import { Messages } from './Thread';

type Props = {
  id: string;
  onClose: () => void;
  /** Shows a message in the thread. */
  onGo: (message: Message) => void;
};

/** Searches the messages of a conversation, in place of its thread. */
export function Found({ id, onClose, onGo }: Props) {
  const t = useTranslations('conversation');
  const [text, setText] = useState('');
  const found = useFoundMessages(id, text);
  const records = (found.data?.pages ?? []).flatMap((page) => page.records ?? []);
  return (
    <>
      <div className={css.searching}>
        <SearchField
          label={t('searchText')}
          number={false}
          autoFocus
          className={css.search}
          value={text}
          onSearch={(next) => setText(next.trim().slice(0, 100))}
        />
        <Button type="text" icon={<CloseOutlined />} aria-label={t('endSearch')} onClick={onClose} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard */}
      <section className={css.thread} aria-label={t('found')} tabIndex={0}>
        {found.error && <ErrorAlert error={found.error} onRetry={found.refetch} />}
        {text && found.isPending && <Skeleton active />}
        {!text && <EmptyState className={css.none} description={t('searchHint')} />}
        {text && found.data && records.length === 0 && !found.hasNextPage && (
          <EmptyState className={css.none} description={t('foundNone')} />
        )}
        {found.hasNextPage && (
          <Button className={css.older} size="small" loading={found.isFetching} onClick={() => found.fetchNextPage()}>
            {t('searchOlder')}
          </Button>
        )}
        <Messages id={id} all={records} onGo={onGo} />
      </section>
    </>
  );
}
