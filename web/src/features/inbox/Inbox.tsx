'use client';
import { Skeleton } from 'antd';
import { useTranslations } from 'next-intl';
import { Suspense } from 'react';
import { EmptyState } from '@/kit/page/EmptyState';
import { Page } from '@/kit/page/Page';
import { lazyModule } from '@/lib/router/lazyModule';
import { useSearch } from '@/lib/router/navigate';
import { Conversations } from './Conversations';
import css from './inbox.module.css';
import { NoticesSwitch } from './NoticesSwitch';

const Talk = lazyModule(async () => ({ default: (await import('./Talk')).Talk }), ['antd', 'conversation', 'picker']);

/** Page of conversations: the list, and beside it the conversation of `?id=`; on a phone one replaces the other. */
export default function Inbox() {
  const t = useTranslations('conversation');
  const { params, set } = useSearch();
  const id = params.get('id');
  return (
    <Page title={t('title')} note={t('note')} actions={<NoticesSwitch />}>
      <div className={css.inbox} data-open={id ? 'talk' : 'list'}>
        <Conversations chosen={id} />
        <section className={css.talk} aria-label={t('conversation')}>
          {id ? (
            <Suspense fallback={<Skeleton active />}>
              <Talk key={id} id={id} onBack={() => set({ id: null })} />
            </Suspense>
          ) : (
            <EmptyState className={css.none} description={t('choose')} />
          )}
        </section>
      </div>
    </Page>
  );
}
