import type { Figures, PartName, Provider, Queue, Sender } from './figures';

export type Level = 'good' | 'check' | 'bad';

/** What is not well: the key of its sentence with its values, how urgent it is, and the part of the page that has more. */
export type Finding = {
  key: string;
  level: Exclude<Level, 'good'>;
  values: Record<string, string | number>;
  part: PartName;
};

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Bounds in seconds, the first to check and the second urgent. Those of a queue are the status page's (`servicestatus`). */
export const LATE = {
  queue: [15 * MINUTE, HOUR],
  due: [5 * MINUTE, HOUR],
  scheduler: [120, 5 * MINUTE],
  unknown: [30 * MINUTE, 24 * HOUR],
  receipts: [MINUTE, 10 * MINUTE],
  reconciliation: [26 * HOUR, 50 * HOUR],
  copy: [90, 150],
} as const;
/** Shares of failures, likewise, and the number below which a share says nothing. */
export const SHARE = { requests: [0.01, 0.1], provider: [0.05, 0.5], fewest: 20 } as const;
/** Dead letters, likewise. */
export const DEAD_LETTERS = [1, 100] as const;

/** Judges a figure by its two bounds. */
export function levelOf(value: number, [check, bad]: readonly [number, number]): Level {
  if (value >= bad) return 'bad';
  return value >= check ? 'check' : 'good';
}

/** How a queue is, by its oldest message and its dead letters. */
export function queueLevel(q: Queue): Level {
  const both = [levelOf(q.oldestSeconds ?? 0, LATE.queue), levelOf(q.deadLetters, DEAD_LETTERS)];
  return both.find((level) => level === 'bad') ?? both.find((level) => level === 'check') ?? 'good';
}

const since = (now: string, at: string | null | undefined) =>
  at ? Math.max(0, (Date.parse(now) - Date.parse(at)) / 1000) : 0;

/** How urgent a share of failures is. Few calls say nothing. */
export function failing(failures: number, all: number, bounds: readonly [number, number]): Level {
  return all < SHARE.fewest ? 'good' : levelOf(failures / all, bounds);
}

export const providerLevel = (p: Provider): Level => failing(p.failures, p.calls, SHARE.provider);

/** Senders that can send. One that has used its day is well, and waits for the next. */
export const usable = (s: Sender) => s.state === 'ready' || s.state === 'full';

const found = (key: string, level: Level, part: PartName, values: Finding['values'] = {}): Finding[] =>
  level === 'good' ? [] : [{ key, level, part, values }];

function ofWork(f: Figures): Finding[] {
  const { scheduler } = f;
  const dead = (f.queues ?? []).reduce((n, q) => n + q.deadLetters, 0);
  return [
    ...(scheduler
      ? found('schedulerLate', levelOf(scheduler.lagSeconds, LATE.scheduler), 'work', { seconds: scheduler.lagSeconds })
      : f.failed?.includes('scheduler')
        ? []
        : found('schedulerNone', 'check', 'work')),
    ...(scheduler?.parts ?? []).flatMap((p) =>
      p.failing ? found('partFails', 'check', 'work', { name: p.name, error: p.lastError }) : [],
    ),
    ...(f.queues ?? []).flatMap((q) =>
      found('queueLate', levelOf(q.oldestSeconds ?? 0, LATE.queue), 'work', {
        name: q.name,
        seconds: q.oldestSeconds ?? 0,
        n: q.waiting,
      }),
    ),
    ...found('deadLetters', levelOf(dead, DEAD_LETTERS), 'dead', { n: dead }),
    ...(f.due ?? []).flatMap((d) =>
      found('dueLate', levelOf(d.lagSeconds, LATE.due), 'work', { name: d.table, seconds: d.lagSeconds }),
    ),
    ...(f.copies ?? []).flatMap((c) => {
      const seconds = since(f.time, c.heartbeat);
      return found('copyQuiet', levelOf(seconds, LATE.copy), 'work', { name: c.name, seconds });
    }),
  ];
}

/** A channel without a sender that can send is urgent; single senders that are suspended are to be checked. */
function ofSenders(f: Figures): Finding[] {
  const senders = (f.senders ?? []).filter((s) => s.state !== 'off');
  const channels = [...new Set(senders.map((s) => s.channel))];
  const silent = channels.filter((c) => !senders.some((s) => s.channel === c && usable(s)));
  return [
    ...silent.flatMap((channel) => found('channelSilent', 'bad', 'senders', { channel })),
    ...senders
      .filter((s) => s.state === 'rests' && !silent.includes(s.channel))
      .flatMap((s) => found('senderRests', 'check', 'senders', { name: s.name })),
    ...senders
      .filter((s) => s.quality === 'red')
      .flatMap((s) => found('senderRed', 'check', 'senders', { name: s.name })),
    ...(f.load?.providers ?? []).flatMap((p) =>
      found('providerFails', providerLevel(p), 'senders', { name: p.name, share: p.failures / p.calls }),
    ),
  ];
}

function ofLoad(f: Figures): Finding[] {
  const requests = (f.load?.modules ?? []).filter((m) => m.kind === 'requests');
  return [
    ...requests.flatMap((m) =>
      found('requestsFail', failing(m.errors, m.count, SHARE.requests), 'load', {
        name: m.name,
        share: m.errors / m.count,
      }),
    ),
    ...found('receiptsLate', levelOf(f.load?.receipts?.p99Seconds ?? 0, LATE.receipts), 'load', {
      seconds: f.load?.receipts?.p99Seconds ?? 0,
    }),
  ];
}

function ofOutcomes(f: Figures): Finding[] {
  const unknown = f.unknown?.total ? since(f.time, f.unknown.oldest) : 0;
  return [
    ...found('unknown', levelOf(unknown, LATE.unknown), 'overview', {
      n: f.unknown?.total ?? 0,
      seconds: unknown,
    }),
    ...(f.reconciliations ?? []).flatMap((r) => [
      ...found(`differences.${r.kind}`, r.differences > 0 ? 'bad' : 'good', 'overview', { n: r.differences }),
      ...found(`unchecked.${r.kind}`, levelOf(since(f.time, r.startTime), LATE.reconciliation), 'overview', {
        seconds: since(f.time, r.startTime),
      }),
    ]),
  ];
}

/** Everything that is not well, the urgent first. What could not be read is not well either. */
export function findingsOf(f: Figures): Finding[] {
  const all = [
    ...(f.failed ?? []).flatMap((name) => found('unread', 'check', 'overview', { name })),
    ...ofWork(f),
    ...ofSenders(f),
    ...ofOutcomes(f),
    ...ofLoad(f),
  ];
  return [...all.filter((x) => x.level === 'bad'), ...all.filter((x) => x.level === 'check')];
}

/** The state of the whole, which is that of its worst finding. */
export const worstOf = (all: readonly Finding[]): Level =>
  all.some((x) => x.level === 'bad') ? 'bad' : all.length > 0 ? 'check' : 'good';
