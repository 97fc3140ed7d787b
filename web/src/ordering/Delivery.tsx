import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Panel } from '@/kit/page/Page';
import { useFormat } from '@/lib/format';
import { Counts } from './Counts';
import { type CommonDetail, useOrderKind, useOrderTexts } from './kind';
import { isUntouched, processedCount } from './order';
import css from './ordering.module.css';
import { Progress } from './Progress';

type Props = {
  order: CommonDetail;
  /** Shown instead of the targets by state. */
  funnel?: ReactNode;
  /** Details of the kind. */
  children?: ReactNode;
};

/** Shows the progress of an order: a bar, and how far its targets came. */
export function Delivery({ order, funnel, children }: Props) {
  const t = useTranslations('order');
  const own = useOrderTexts();
  const kind = useOrderKind();
  const f = useFormat();
  if (isUntouched(order, kind))
    return (
      <Panel title={own('delivery')}>
        <p className={css.hint}>{own('nothingSent')}</p>
      </Panel>
    );
  return (
    <Panel
      title={own('delivery')}
      extra={
        <span className={css.of}>
          {t('handled', { done: f.count(processedCount(order, kind)), total: f.count(order.total) })}
        </span>
      }
    >
      <Progress order={order} large />
      {children}
      {funnel || <Counts order={order} />}
    </Panel>
  );
}

/** The targets of an order by their state of the moment, for kinds whose delivery is a funnel. */
export function States({ order }: { order: CommonDetail }) {
  const t = useTranslations('order');
  const kind = useOrderKind();
  if (isUntouched(order, kind)) return null;
  return (
    <Panel title={t('funnel.now')}>
      <Counts order={order} />
    </Panel>
  );
}
