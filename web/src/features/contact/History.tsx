import { Button } from 'antd';
import { useTranslations } from 'next-intl';
import type { Resource } from '@/kit/resource/descriptor';
import { ResourcePage } from '@/kit/resource/ResourcePage';
import type { RecordOf } from '@/lib/api/types';
import { useFormat } from '@/lib/format';

type Event = RecordOf<'/aty/contactsgroup/{id}/history/page'>;

/** Returns the changes of members in words; counts of 0 are left out. */
function useCounts() {
  const t = useTranslations('contact');
  const f = useFormat();
  return (e: Event) =>
    (['added', 'removed', 'duplicated', 'failed', 'looked', 'valid'] as const)
      .filter((k) => e[k] > 0)
      .map((k) => t(`counts.${k}`, { n: f.count(e[k]) }))
      .join(' · ');
}

/**
 * Shows the changes of a collection: user, action, time and count. The refused rows of an import can be opened again.
 */
export function History({ id, onImport }: { id: string; onImport: (taskId: string) => void }) {
  const t = useTranslations('contact');
  const counts = useCounts();
  const resource: Resource<'/aty/contactsgroup/{id}/history/page', 'contact'> = {
    list: '/aty/contactsgroup/{id}/history/page',
    words: 'contact',
    params: { id },
    prefix: 'h_',
    title: t('history'),
    empty: t('historyEmpty'),
    columns: {
      time: { as: 'time', fixed: true, width: 150 },
      what: { title: t('event'), cell: (e) => t(`events.${e.what}`) },
      of: { title: t('eventOf'), from: 'md', cell: (e) => (e.of ?? []).join(', ') || '–', ellipsis: true, width: 220 },
      added: { title: t('eventCounts'), cell: (e) => counts(e) || '–' },
      operator: { title: t('operator'), from: 'md' },
      taskId: {
        title: t('eventDetails'),
        cell: (e) =>
          e.taskId ? (
            <Button type="link" size="small" onClick={() => onImport(e.taskId ?? '')}>
              {t('eventShow')}
            </Button>
          ) : (
            '–'
          ),
      },
    },
    settings: false,
  };
  return <ResourcePage resource={resource} bare />;
}
