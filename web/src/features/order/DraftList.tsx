import { useTranslations } from 'next-intl';
import { renderValue } from '@/kit/cell/cells';
import { Drafts } from '@/ordering/Drafts';
import type { Draft } from './draft';

/** The drafts of bulk sends, with what kind of message each has. */
export function DraftList() {
  const t = useTranslations('order');
  return (
    <Drafts<Draft>
      own={{ title: t('messageType'), cell: (d) => renderValue(d.message.type, 'text', 'message_type') }}
    />
  );
}
