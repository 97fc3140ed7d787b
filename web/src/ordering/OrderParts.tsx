import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Tabs } from '@/kit/page/Tabs';
import { Activity } from './Activity';
import type { CommonDetail } from './kind';
import css from './ordering.module.css';

/** A part of an order that has a tab of its own once the order is reviewed. */
type Part<D> = { label: string; content: (order: D) => ReactNode };

/** The parts that the page of an order has by kind. */
export type OrderParts<D> = {
  /** Its figures and terms, and what stands beside them. */
  main: (order: D) => ReactNode;
  side?: (order: D) => ReactNode;
  /** What is sent; `text`: its text for the report. */
  message?: Part<D> & { text?: (order: D) => string | undefined };
  /** Its targets, one by one. */
  targets?: Part<D>;
};

type Props<D> = OrderParts<D> & { order: D };

/** An order that waits for its review: all of it on one page, the message first. */
export function Reviewed<D extends CommonDetail>({ order, main, side, message, targets }: Props<D>) {
  return (
    <div className={css.columns} data-first="message">
      <div className={css.main}>{main(order)}</div>
      <div className={css.side}>
        {message?.content(order)}
        {side?.(order)}
        <Activity order={order} />
      </div>
      <div className={css.below}>{targets?.content(order)}</div>
    </div>
  );
}

/** An order that was reviewed: how it does, its targets, its message, and what happened. */
export function InTabs<D extends CommonDetail>({ order, main, side, message, targets }: Props<D>) {
  const t = useTranslations('order');
  const overview = () => (
    <div className={css.columns}>
      <div className={css.main}>{main(order)}</div>
      <div className={css.side}>
        <Activity order={order} latest={LATEST} />
        {side?.(order)}
      </div>
    </div>
  );
  return (
    <Tabs
      name="tab"
      label={t('tabs.label')}
      row={order}
      tabs={[
        { key: 'overview', label: t('tabs.overview'), content: overview },
        ...(targets ? [{ key: 'targets', ...targets }] : []),
        ...(message
          ? [
              {
                key: 'message',
                label: message.label,
                content: () => <div className={css.messages}>{message.content(order)}</div>,
              },
            ]
          : []),
        { key: 'activity', label: t('activity.title'), content: () => <Activity order={order} /> },
      ]}
    />
  );
}

/** Events that the overview shows. */
const LATEST = 4;
