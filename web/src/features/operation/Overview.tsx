import { useTranslations } from 'next-intl';
import { Panel } from '@/kit/page/Page';
import type { Figures } from './figures';
import { Headline } from './Headline';
import { LoadChart } from './LoadChart';
import css from './operation.module.css';
import { QueueChart } from './QueueChart';
import { Reconciliations } from './Reconciliations';
import { Tiles } from './Tiles';
import { UnknownOutcomes } from './UnknownOutcomes';

/** Whether all is well, and if not, what; then the key figures. Old ones say nothing of now. */
export function Overview({ figures, old }: { figures: Figures; old: boolean }) {
  const t = useTranslations('operation');
  return (
    <>
      {!old && <Headline figures={figures} />}
      <Tiles figures={figures} />
      <div className={css.two}>
        <Panel title={t('queues')}>
          <QueueChart figures={figures} />
        </Panel>
        <Panel title={t('load')}>
          <LoadChart figures={figures} />
        </Panel>
      </div>
      <div className={css.two}>
        <UnknownOutcomes figures={figures} />
        <Reconciliations figures={figures} />
      </div>
    </>
  );
}
