import { Button } from 'antd';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Panel } from '@/kit/page/Page';
import { useFormat } from '@/lib/format';
import type { CommonDetail } from './kind';
import css from './ordering.module.css';

type Event = NonNullable<CommonDetail['events']>[number];

type Props = {
  order: Pick<CommonDetail, 'events'>;
  /** Only so many of the newest, until all are asked for. */
  latest?: number;
};

/** What happened to an order, the newest first: when, what, by which user and why. */
export function Activity({ order, latest = Infinity }: Props) {
  const t = useTranslations('order');
  const [all, showAll] = useState(false);
  const events = order.events ?? [];
  if (events.length === 0) return null;
  return (
    <Panel title={t('activity.title')}>
      <ol className={css.activity}>
        {[...events]
          .reverse()
          .slice(0, all ? undefined : latest)
          .map((e) => (
            <Entry key={`${e.time} ${e.what}`} event={e} />
          ))}
      </ol>
      {events.length > latest && !all && (
        <Button type="link" size="small" onClick={() => showAll(true)}>
          {t('activity.all', { n: events.length })}
        </Button>
      )}
    </Panel>
  );
}

/** Names who did it; nothing for the platform itself. */
export function useByText() {
  const t = useTranslations('order');
  return (e: Event) => e.name ?? (e.by === 'system' ? '' : t(`activity.by.${e.by}`));
}

function Entry({ event: e }: { event: Event }) {
  const t = useTranslations('order');
  const f = useFormat();
  const by = useByText()(e);
  return (
    <li data-what={e.what}>
      <b>{t(`activity.${e.what}`)}</b>
      <small>
        <time dateTime={e.time}>{f.time(e.time)}</time>
        {by && ` · ${by}`}
      </small>
      {e.reason && <p>{e.reason}</p>}
    </li>
  );
}
