import { useTranslations } from 'next-intl';
import { renderValue } from '@/kit/cell/cells';
import { Drafts } from '@/ordering/Drafts';
import type { ChannelDraft } from './request';

/** The drafts of orders of numbers, with the type of the numbers. */
export function DraftList() {
  const t = useTranslations('channelorder');
  return <Drafts<ChannelDraft> own={{ title: t('type'), cell: (d) => renderValue(d.type, 'text', 'resource_type') }} />;
}
