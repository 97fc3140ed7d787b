import { useTranslations } from 'next-intl';
import { renderValue } from '@/kit/cell/cells';
import { Drafts } from '@/ordering/Drafts';
import type { Draft } from './request';

/** The drafts of comment orders, with their platform. */
export function DraftList() {
  const t = useTranslations('comment');
  return (
    <Drafts<Draft> own={{ title: t('platform'), cell: (d) => renderValue(d.platform, 'text', 'comment_platform') }} />
  );
}
