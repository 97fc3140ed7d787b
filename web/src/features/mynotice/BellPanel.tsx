import { useQuery } from '@tanstack/react-query';
import { Button, Flex, Skeleton, Tabs } from 'antd';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { EmptyState } from '@/kit/page/EmptyState';
import { errorText } from '@/lib/notifier';
import { type Notice, useNoticeQueue } from '@/lib/realtime/notices';
import { navigate } from '@/lib/router/navigate';
import { ROUTE } from '@/lib/router/routes';
import { useClearAll, useUserId } from './api';
import { NoticeTime } from './NoticeTime';
import css from './notices.module.css';
import { countsOf, firstTab, type MessageType, messagesQuery, unreadQuery } from './query';
import { Together } from './Together';

/** The bell's popover: notices (1) and reminders (2), the five latest of each. */
export default function BellPanel({ onLeave }: { onLeave: () => void }) {
  const t = useTranslations('inbox');
  const user = useUserId();
  const counts = countsOf(useQuery(unreadQuery(user)).data);
  const [tab, setTab] = useState(() => firstTab(counts));
  const clear = useClearAll();
  const items = (['1', '2'] as const).map((type) => ({
    key: type,
    label: counts[type] ? t('unreadIn', { name: t(`types.${type}`), n: counts[type] }) : t(`types.${type}`),
    children: <Latest type={type} onLeave={onLeave} />,
  }));
  return (
    <section aria-label={t('title')}>
      <Tabs centered size="small" activeKey={tab} onChange={setTab} items={items} className={css.tabs} />
      <Flex className={css.foot}>
        <Button type="text" block loading={clear.isPending} onClick={() => clear.mutate(Number(tab))}>
          {t('clearAll')}
        </Button>
        <Button
          type="text"
          block
          onClick={() => {
            navigate(`${ROUTE.myNotice}?type=${tab}`);
            onLeave();
          }}
        >
          {t('more')}
        </Button>
      </Flex>
    </section>
  );
}

function Latest({ type, onLeave }: { type: MessageType; onLeave: () => void }) {
  const t = useTranslations('inbox');
  const list = useQuery(messagesQuery(useUserId(), type));
  const show = useNoticeQueue((s) => s.add);
  if (list.isPending) return <Skeleton active className={css.loading} />;
  if (list.isError)
    return (
      <div role="alert" className={css.loading}>
        {errorText(list.error)}
      </div>
    );
  const rows = list.data?.records ?? [];
  if (rows.length === 0) return <EmptyState className={css.loading} description={t(`none.${type}`)} />;
  return (
    <ul className={css.list}>
      {rows.map((n: Notice) => (
        <li key={n.id}>
          <button
            type="button"
            data-unread={n.isReading !== 2}
            onClick={() => {
              show('notice', n);
              onLeave();
            }}
          >
            <span className={css.title}>
              {n.contents?.title} <Together notice={n} />
              {n.isReading !== 2 && <span className={css.hidden}>{t('unread')}</span>}
            </span>
            <span className={css.summary}>{n.contents?.summary}</span>
            <span className={css.time}>
              <NoticeTime notice={n} />
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
