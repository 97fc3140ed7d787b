import { useTranslations } from 'next-intl';
import { useFormat } from '@/lib/format';
import { type Figures, sum } from './figures';
import { DEAD_LETTERS, failing, LATE, type Level, levelOf, SHARE, usable } from './health';
import css from './operation.module.css';
import { LevelTag, useMissing, useSpan, whyNoLoad } from './parts';

/** A key figure. `level` is left out where a figure is neither good nor bad; `value` is null where the home does not measure it. */
type Tile = { key: string; label: string; value: string | null; note: string; level?: Level };

/** The key figures, with a word for how each is. */
export function Tiles({ figures }: { figures: Figures }) {
  const t = useTranslations('operation');
  const tiles = [...useWork(figures), ...useOutcomes(figures), ...useTraffic(figures)];
  return (
    <dl className={css.tiles}>
      {tiles.map(({ key, label, value, note, level }) => (
        <div key={key} data-testid={`operation-${key}`} data-level={level}>
          <dt>
            <span>{label}</span>
            {level && value !== null && <LevelTag level={level} />}
          </dt>
          <dd>
            <b data-none={value === null}>{value ?? t(note === t('readFailed') ? 'unread' : 'notMeasured')}</b>
            <small>{note}</small>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function useWork(f: Figures): Tile[] {
  const t = useTranslations('operation');
  const format = useFormat();
  const span = useSpan();
  const queues = f.queues;
  const oldest = Math.max(0, ...(queues ?? []).map((q) => q.oldestSeconds ?? 0));
  const waiting = sum(queues, (q) => q.waiting);
  const measured = queues?.some((q) => q.oldestSeconds !== null) || (queues && waiting === 0);
  const missing = useMissing(f);
  const lag = f.scheduler?.lagSeconds;
  return [
    {
      key: 'waiting',
      label: t('waiting'),
      value: queues ? format.count(waiting) : null,
      note: queues ? t('inFlightNote', { n: sum(queues, (q) => q.inFlight) }) : t('readFailed'),
    },
    {
      key: 'oldest',
      label: t('oldest'),
      value: measured ? (waiting > 0 ? span(oldest) : t('noneWaits')) : null,
      note: queues ? (measured ? t('oldestNote') : t('why.oldest')) : t('readFailed'),
      level: levelOf(oldest, LATE.queue),
    },
    {
      key: 'scheduler',
      label: t('scheduler'),
      value: lag === undefined ? null : lag < LATE.scheduler[0] ? t('onTime') : t('lateBy', { age: span(lag) }),
      note: lag === undefined ? missing('scheduler', t('why.scheduler')) : t('lastRunAgo', { age: span(lag) }),
      level: levelOf(lag ?? 0, LATE.scheduler),
    },
  ];
}

function useOutcomes(f: Figures): Tile[] {
  const t = useTranslations('operation');
  const format = useFormat();
  const span = useSpan();
  const dead = sum(f.queues, (q) => q.deadLetters);
  const age = f.unknown?.oldest ? (Date.parse(f.time) - Date.parse(f.unknown.oldest)) / 1000 : 0;
  const senders = f.senders?.filter((s) => s.state !== 'off');
  const able = (senders ?? []).filter(usable).length;
  return [
    {
      key: 'dead',
      label: t('deadLetters'),
      value: f.queues ? format.count(dead) : null,
      note: f.queues ? t('deadNote') : t('readFailed'),
      level: levelOf(dead, DEAD_LETTERS),
    },
    {
      key: 'unknown',
      label: t('unknown'),
      value: f.unknown ? format.count(f.unknown.total) : null,
      note: f.unknown ? (f.unknown.total > 0 ? t('oldestAgo', { age: span(age) }) : t('unknownNone')) : t('readFailed'),
      level: f.unknown?.total ? levelOf(age, LATE.unknown) : 'good',
    },
    {
      key: 'senders',
      label: t('sendersReady'),
      value: senders ? t('ofAll', { n: able, all: senders.length }) : null,
      note: senders ? t('sendersNote') : t('readFailed'),
      level: senders?.length === 0 || able === senders?.length ? 'good' : able === 0 ? 'bad' : 'check',
    },
  ];
}

function useTraffic(f: Figures): Tile[] {
  const t = useTranslations('operation');
  const format = useFormat();
  const span = useSpan();
  const { load } = f;
  const requests = load?.modules?.filter((m) => m.kind === 'requests');
  const all = sum(requests, (m) => m.count);
  const errors = sum(requests, (m) => m.errors);
  const why = useMissing(f)('load', t(whyNoLoad(f)));
  const receipts = load?.receipts;
  const minutes = load?.minutes ?? 0;
  return [
    {
      key: 'requests',
      label: t('failedRequests'),
      value: load ? format.percent(all > 0 ? errors / all : 0) : null,
      note: load ? t('requestsNote', { n: all, minutes }) : why,
      level: failing(errors, all, SHARE.requests),
    },
    {
      key: 'receipts',
      label: t('receipts'),
      value: load ? (receipts ? span(receipts.p99Seconds) : t('noneCame')) : null,
      note: load ? t('receiptsNote', { n: receipts?.count ?? 0, minutes }) : why,
      level: levelOf(receipts?.p99Seconds ?? 0, LATE.receipts),
    },
  ];
}
