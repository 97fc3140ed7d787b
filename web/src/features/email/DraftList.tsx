import { useTranslations } from 'next-intl';
import { Drafts } from '@/ordering/Drafts';
import type { Draft } from './draft';

/** The drafts of email orders, with their subject. */
export function DraftList() {
  const t = useTranslations('email');
  return <Drafts<Draft> own={{ title: t('subject'), cell: (d) => d.subject || '–' }} />;
}
