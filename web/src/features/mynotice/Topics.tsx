import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Skeleton, Switch } from 'antd';
import { useTranslations } from 'next-intl';
import { PageModal } from '@/kit/modal/PageModal';
import { ErrorAlert } from '@/kit/page/ErrorAlert';
import { useApiMutation } from '@/lib/api/mutation';
import { get } from '@/lib/api/query';
import { request } from '@/lib/api/request';
import type { BodyOf } from '@/lib/api/types';
import css from './notices.module.css';

const topicsQuery = get('/im/notice/topics');

/** The topics of notices, each with a switch; those about credit and security stay on. */
export function Topics({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTranslations('noticetopics');
  return (
    <PageModal open={open} title={t('title')} onCancel={onClose} footer={null} destroyOnHidden>
      <p className={css.note}>{t('note')}</p>
      <Switches />
    </PageModal>
  );
}

function Switches() {
  const t = useTranslations('noticetopics');
  const queries = useQueryClient();
  const topics = useQuery(topicsQuery);
  const mute = useApiMutation(
    (body: BodyOf<'put', '/im/notice/topics'>) => request('put', '/im/notice/topics', { body }),
    { onDone: (now) => queries.setQueryData(topicsQuery.queryKey, now) },
  );
  if (topics.error) return <ErrorAlert error={topics.error} onRetry={topics.refetch} />;
  if (!topics.data) return <Skeleton active />;
  const all = topics.data;
  const muted = all.filter((s) => s.muted).map((s) => s.topic);
  return (
    <ul className={css.topics}>
      {all.map(({ topic, muted: off, required }) => (
        <li key={topic} className={css.topic}>
          <span>
            <b id={`topic-${topic}`}>{t(`topic.${topic}`)}</b>
            <small>{topic === 'money' || topic === 'security' || required ? t('required') : t(`of.${topic}`)}</small>
          </span>
          <Switch
            aria-labelledby={`topic-${topic}`}
            checked={!off}
            disabled={required || mute.isPending}
            onChange={(on) => mute.mutate({ muted: on ? muted.filter((m) => m !== topic) : [...muted, topic] })}
          />
        </li>
      ))}
    </ul>
  );
}
