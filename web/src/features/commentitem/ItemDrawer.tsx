import { useQuery } from '@tanstack/react-query';
import { Image, Skeleton } from 'antd';
import { useTranslations } from 'next-intl';
import { CopyField } from '@/kit/cell/CopyField';
import { DictTag } from '@/kit/dict/DictTag';
import { PageDrawer } from '@/kit/modal/PageModal';
import { ErrorAlert } from '@/kit/page/ErrorAlert';
import { DescriptionList } from '@/kit/page/Page';
import { get } from '@/lib/api/query';
import { useFormat } from '@/lib/format';
import { useSession } from '@/lib/session';
import { Decide } from './Decide';
import { Fulfil } from './Fulfil';
import type { ItemDetail } from './item';

/** One item: what to write and where, its evidence, and the next step. */
export function ItemDrawer({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const t = useTranslations('commentitem');
  const me = useSession((s) => s.info?.userId);
  const item = useQuery({
    ...get('/comment/item/{id}', { path: { id: id ?? '' } }),
    enabled: id !== undefined,
    staleTime: 0,
  });
  const it = id === item.data?.id ? item.data : undefined;
  return (
    <PageDrawer
      open={id !== undefined}
      title={it ? t('item', { no: it.orderNo, n: it.index }) : t('title')}
      size={560}
      onClose={onClose}
    >
      {item.error ? (
        <ErrorAlert error={item.error} onRetry={item.refetch} />
      ) : it ? (
        <>
          <ItemFacts item={it} />
          {it.state === 'taken' && it.workerId === me && <Fulfil key={it.id} item={it} onClose={onClose} />}
          {(it.state === 'submitted' || it.state === 'disputed') && (
            <Decide key={`${it.id} ${it.state}`} item={it} own={it.workerId === me} onClose={onClose} />
          )}
        </>
      ) : (
        <Skeleton active />
      )}
    </PageDrawer>
  );
}

function ItemFacts({ item: it }: { item: ItemDetail }) {
  const t = useTranslations('commentitem');
  const f = useFormat();
  const of = (label: string, value: string | undefined | null) => (value ? [{ label, value }] : []);
  return (
    <>
      <DescriptionList
        items={[
          { label: t('state'), value: <DictTag code="comment_item_state" value={it.state} /> },
          { label: t('platform'), value: <DictTag code="comment_platform" value={it.platform} /> },
          {
            label: t('url'),
            value: (
              <a href={it.url} target="_blank" rel="noreferrer noopener">
                {it.url}
              </a>
            ),
          },
          { label: t(it.instructions ? 'instructions' : 'text'), value: <CopyField text={it.text} /> },
          ...of(t('worker'), it.worker),
          ...of(t('leaseTime'), it.leaseTime && f.time(it.leaseTime)),
          ...of(t('deadline'), it.deadline && f.time(it.deadline)),
          ...of(t('workerNote'), it.note),
          ...of(t('reason'), it.reason),
          ...of(t('complaint'), it.complaint),
          ...of(t('reviewer'), it.reviewer),
        ]}
      />
      {it.evidenceUrl && <Image src={it.evidenceUrl} alt={t('evidence')} style={{ maxHeight: 320 }} />}
    </>
  );
}
