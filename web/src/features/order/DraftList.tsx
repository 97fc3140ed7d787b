import { useTranslations } from 'next-intl';
import { shown } from '@/kit/cell/cells';
import { Drafts } from '@/ordering/Drafts';

/** The drafts of bulk sends, with what kind of message each has. */
export function DraftList() {
  const t = useTranslations('order');
  return (
    <Drafts
      own={{
        message: { title: t('messageType'), from: 'sm', cell: (d) => shown(d.message.type, 'text', 'message_type') },
      }}
    />
  );
}
