import { useTranslations } from 'next-intl';
import { renderValue } from '@/kit/cell/cells';
import { Drafts } from '@/ordering/Drafts';
import { nameOf } from './group';
import type { GroupOrderRequest } from './request';

/** The drafts of orders of groups, with what the first group of each is called. */
export function DraftList() {
  const t = useTranslations('buildgroup');
  return <Drafts<GroupOrderRequest> own={{ title: t('groupName'), cell: (d) => renderValue(nameOf(d, 0)) }} />;
}
