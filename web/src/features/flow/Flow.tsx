'use client';
import { useTranslations } from 'next-intl';
import { Page } from '@/kit/page/Page';
import { ResourcePage } from '@/kit/resource/ResourcePage';
import { useSearch } from '@/lib/router/navigate';
import { Files } from './Files';
import { Sums } from './Sums';
import { useFlow } from './useFlow';

/** The account flow of all users in the caller's scope: sums by business type, every line, and corrections by pairs of lines. */
export default function Flow() {
  const t = useTranslations('flow');
  const userId = useSearch().params.get('userId') ?? undefined;
  return (
    <Page title={t('title')} note={t('note')} actions={<Files userId={userId} />}>
      <Sums userId={userId} />
      <ResourcePage resource={useFlow()} bare />
    </Page>
  );
}
