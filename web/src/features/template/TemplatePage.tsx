import { useQuery } from '@tanstack/react-query';
import { Alert, Skeleton } from 'antd';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { usePermission } from '@/kit/access/Can';
import { useDict } from '@/kit/dict/useDict';
import { RecordDetails } from '@/kit/page/DetailPage';
import { ErrorAlert } from '@/kit/page/ErrorAlert';
import { Page, Panel } from '@/kit/page/Page';
import { get } from '@/lib/api/query';
import { POLL } from '@/lib/constants';
import { Actions } from './Actions';
import { RefuseModal } from './RefuseModal';
import { TemplatePreview } from './TemplatePreview';
import { type Detail, isInReview, TEMPLATE } from './template';
import css from './template.module.css';
import { Standing, useTemplateColumns } from './useTemplates';

/** Page of a template: the message, the reason of a refusal with advice, and its properties. */
export function TemplatePage({ id, onBack }: { id: string; onBack: () => void }) {
  const t = useTranslations('template');
  const [refusing, setRefusing] = useState(false);
  const {
    data: one,
    error,
    refetch,
  } = useQuery({
    ...get(TEMPLATE, { path: { id } }),
    refetchInterval: ({ state }) => state.data !== undefined && isInReview(state.data) && POLL.live,
  });
  const columns = useTemplateColumns();
  const back = { label: t('back'), onClick: onBack };
  if (!one) {
    return (
      <Page title={t('title')} back={back}>
        {error ? <ErrorAlert error={error} onRetry={refetch} /> : <Skeleton active />}
      </Page>
    );
  }
  return (
    <Page
      back={back}
      title={
        <>
          {one.name} <Standing template={one} />
        </>
      }
      note={one.providerName}
      actions={<Actions template={one} onGone={onBack} onRefuse={() => setRefusing(true)} />}
    >
      {one.reason && (
        <Alert
          className={css.alert}
          type={one.status === 'paused' ? 'warning' : 'error'}
          showIcon
          title={t('reason')}
          description={one.reason}
        />
      )}
      <ReviewNote template={one} />
      <div className={css.columns}>
        <Panel title={t('message')}>
          <TemplatePreview
            {...one}
            picture={Boolean(one.mediaId)}
            film={one.type === 'video'}
            samples={one.placeholders ?? []}
          />
        </Panel>
        <Panel title={t('facts')}>
          <RecordDetails words="template" columns={columns} row={one} />
        </Panel>
      </div>
      <RefuseModal template={one} open={refusing} onClose={() => setRefusing(false)} />
    </Page>
  );
}

/** Tells a reviewer what to check first in a template. */
function ReviewNote({ template }: { template: Detail }) {
  const t = useTranslations('template');
  const may = usePermission();
  const categories = useDict('template_category').items;
  if (template.status !== 'review' || !may({ permission: 'gc:template:review' })) return null;
  const category = categories.find((c) => c.value === template.category)?.name ?? template.category;
  return (
    <Alert
      className={css.alert}
      type="info"
      showIcon
      title={t('reviewTitle')}
      description={t('reviewText', { customer: template.customerName, language: template.language, category })}
    />
  );
}
