import { useTranslations } from 'next-intl';
import { renderValue } from '@/kit/cell/cells';
import { Drafts } from '@/ordering/Drafts';
import type { Draft } from './draft';

/** The drafts of group calls, with whether their recording is only played. */
export function DraftList() {
  const t = useTranslations('call');
  return <Drafts<Draft> own={{ title: t('callType'), cell: (d) => renderValue(d.callType, 'text', 'call_type') }} />;
}
