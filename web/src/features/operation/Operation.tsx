'use client';
import { PauseOutlined, PlayCircleOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Segmented, Skeleton } from 'antd';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { usePermission } from '@/kit/access/Can';
import { Time } from '@/kit/cell/cells';
import { ErrorAlert } from '@/kit/page/ErrorAlert';
import { Page } from '@/kit/page/Page';
import { get } from '@/lib/api/query';
import { POLL } from '@/lib/constants';
import { useSearch } from '@/lib/router/navigate';
import { ROUTE } from '@/lib/router/routes';
import { Link } from '@/ui/Link';
import { DeadLetters } from './DeadLetters';
import { FIGURES, type Figures, PARTS, type PartName } from './figures';
import { LoadPart } from './LoadPart';
import { Overview } from './Overview';
import css from './operation.module.css';
import { SendersPart } from './SendersPart';
import { WorkPart } from './WorkPart';

/** The page of how the platform runs: whether all is well, then each part with its figures. It asks again by itself. */
export default function Operation() {
  const t = useTranslations('operation');
  const may = usePermission();
  const { params, set } = useSearch();
  const [paused, setPaused] = useState(false);
  const parts = PARTS.filter((p) => p !== 'dead' || may('system:deadletter:page'));
  const part = parts.find((p) => p === params.get('part')) ?? 'overview';
  const { data, error, refetch } = useQuery({ ...get(FIGURES), refetchInterval: !paused && POLL.live });
  return (
    <Page
      title={t('title')}
      note={t('note')}
      actions={
        <>
          <span className={css.updated} data-testid="operation-updated">
            {data && (
              <>
                {t(paused ? 'pausedAt' : 'updatedAt')} <Time value={data.time} seconds />
              </>
            )}
          </span>
          <Button icon={paused ? <PlayCircleOutlined /> : <PauseOutlined />} onClick={() => setPaused(!paused)}>
            {t(paused ? 'resume' : 'pause')}
          </Button>
        </>
      }
    >
      <div className={css.parts}>
        <div className={css.choose}>
          <Segmented<PartName>
            aria-label={t('parts')}
            value={part}
            options={parts.map((value) => ({ value, label: t(`part.${value}`) }))}
            onChange={(value) =>
              set({ part: value === 'overview' ? null : value, queue: null, group: null, after: null })
            }
          />
        </div>
        {may('system:status:edit') && <Link to={ROUTE.status}>{t('toStatus')}</Link>}
      </div>
      <ErrorAlert error={error} onRetry={refetch} className={css.alert} />
      {part === 'dead' ? (
        <DeadLetters figures={data} every={!paused && POLL.live} />
      ) : (
        <Part part={part} figures={data} failed={error !== null} />
      )}
    </Page>
  );
}

type PartProps = { part: Exclude<PartName, 'dead'>; figures: Figures | undefined; failed: boolean };

/** Nothing but a skeleton stands before the figures come, so that nothing moves when they do. */
function Part({ part, figures, failed }: PartProps) {
  if (!figures) return failed ? null : <Skeleton active paragraph={{ rows: 12 }} />;
  if (part === 'overview') return <Overview figures={figures} old={failed} />;
  if (part === 'work') return <WorkPart figures={figures} />;
  return part === 'senders' ? <SendersPart figures={figures} /> : <LoadPart figures={figures} />;
}
