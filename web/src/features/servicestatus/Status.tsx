'use client';
import { useTranslations } from 'next-intl';
import { Page } from '@/kit/page/Page';
import { Announce } from './Announce';
import { StatusView } from './StatusView';

/** The status page within the console; staff also announce incidents here. */
export default function Status() {
  const t = useTranslations('servicestatus');
  return (
    <Page title={t('title')} note={t('note')} actions={<Announce />}>
      <StatusView staff />
    </Page>
  );
}
