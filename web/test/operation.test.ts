import { describe, expect, it, vi } from 'vitest';
import { type Action, callOf, numberOf, partsOf, runAll } from '@/features/operation/dead';
import type { Figures, Sender } from '@/features/operation/figures';
import { failing, findingsOf, LATE, levelOf, worstOf } from '@/features/operation/health';

const NOW = '2026-11-29T12:00:00Z';
/** The document does not say of objects that they may be null. */
const NONE = null as never;
const ago = (seconds: number) => new Date(Date.parse(NOW) - seconds * 1000).toISOString();

const well = (part: Partial<Figures> = {}): Figures => ({
  time: NOW,
  home: 'postgresql',
  failed: [],
  queues: [queue({})],
  scheduler: { lastRun: ago(10), lagSeconds: 20, durationMs: 300, by: 'a', parts: [] },
  due: [],
  copies: [],
  leases: [],
  unknown: { total: 0, oldest: null, orders: [], more: false },
  senders: [sender({})],
  load: NONE,
  reconciliations: [],
  ...part,
});

const queue = (part: Partial<NonNullable<Figures['queues']>[number]>) => ({
  ...{ name: 'send', waiting: 0, inFlight: 0, delayed: 0, oldestSeconds: null, deadLetters: 0, collectable: 0 },
  ...part,
});

const sender = (part: Partial<Sender>): Sender => ({
  ...{ id: '1', name: 'One', channel: 'sms', provider: 'twilio', state: 'ready', quality: 'green', restsUntil: null },
  ...{ rests: 0, allowed: 10, perSecond: 0, aheadSeconds: 0, tenants: 0, dailyLimit: null, dailyUsed: 0, refusals: [] },
  ...part,
});

const keys = (f: Figures) => findingsOf(f).map((x) => `${x.level} ${x.key}`);

describe('the state of the whole', () => {
  it('is good without a finding, and that of the worst of them', () => {
    expect(keys(well())).toEqual([]);
    expect(worstOf([])).toBe('good');
    const f = well({ queues: [queue({ deadLetters: 3 }), queue({ name: 'job', oldestSeconds: 4000, waiting: 7 })] });
    expect(keys(f)).toEqual(['bad queueLate', 'check deadLetters']);
    expect(worstOf(findingsOf(f))).toBe('bad');
  });

  it('is not good where something could not be read, or where no scheduler has run', () => {
    expect(keys(well({ failed: ['senders'], senders: null }))).toEqual(['check unread']);
    expect(keys(well({ scheduler: NONE }))).toEqual(['check schedulerNone']);
    expect(keys(well({ scheduler: NONE, failed: ['scheduler'] }))).toEqual(['check unread']);
  });

  it('names the scheduler, its failing parts, late work and quiet processes', () => {
    const parts = [
      { name: 'order', durationMs: 5, lastError: 'timeout', errorTime: NOW, failing: true },
      { name: 'job', durationMs: 5, lastError: 'old', errorTime: ago(9000), failing: false },
    ];
    const f = well({
      scheduler: { lastRun: ago(400), lagSeconds: 400, durationMs: 300, by: '', parts },
      due: [{ table: 'campaign', lagSeconds: 301 }],
      copies: [{ name: 'a', startTime: ago(1000), heartbeat: ago(100), leads: true }],
    });
    expect(keys(f)).toEqual(['bad schedulerLate', 'check partFails', 'check dueLate', 'check copyQuiet']);
  });

  it('is urgent when a channel has no sender that can send, and lets one rest while others send', () => {
    const rests = sender({ id: '2', name: 'Two', state: 'rests' });
    expect(keys(well({ senders: [sender({ state: 'full' }), rests] }))).toEqual(['check senderRests']);
    expect(keys(well({ senders: [rests, sender({ state: 'off' })] }))).toEqual(['bad channelSilent']);
    expect(keys(well({ senders: [sender({ quality: 'red' })] }))).toEqual(['check senderRed']);
  });

  it('judges unknown outcomes by their age and reconciliations by their differences and their age', () => {
    const unknown = { total: 2, oldest: ago(LATE.unknown[1]), orders: [], more: false };
    const run = { runId: 'r', status: 'done' as const, endTime: ago(60), differences: 0 };
    expect(keys(well({ unknown }))).toEqual(['bad unknown']);
    expect(keys(well({ unknown: { ...unknown, oldest: ago(60) } }))).toEqual([]);
    const books = { ...run, kind: 'books' as const, startTime: ago(27 * 3600), differences: 0 };
    const payments = { ...run, kind: 'payments' as const, startTime: ago(60), differences: 4 };
    expect(keys(well({ reconciliations: [books, payments] }))).toEqual([
      'bad differences.payments',
      'check unchecked.books',
    ]);
  });
});

describe('a share of failures', () => {
  it('says nothing of few calls', () => {
    expect(failing(9, 10, [0.05, 0.5])).toBe('good');
    expect(failing(2, 40, [0.05, 0.5])).toBe('check');
    expect(failing(20, 40, [0.05, 0.5])).toBe('bad');
    expect(levelOf(0, [1, 100])).toBe('good');
  });
});

describe('an action on dead letters', () => {
  const group = { queue: 'send', group: 'g', count: 230 } as Action['group'];

  it('names chosen messages, or all of the group; a reason goes with a discard alone', () => {
    expect(numberOf({ verb: 'redrive', group })).toBe(230);
    expect(numberOf({ verb: 'redrive', group, ids: ['a'] })).toBe(1);
    expect(callOf({ verb: 'redrive', group, ids: ['a'] }, 'why').input).toEqual({
      body: { queue: 'send', group: 'g', ids: ['a'] },
    });
    expect(callOf({ verb: 'discard', group }, 'why').input).toMatchObject({ body: { reason: 'why' } });
  });

  it('goes in parts of as many chosen messages as the server takes', () => {
    const ids = Array.from({ length: 250 }, (_, i) => String(i));
    expect(partsOf({ verb: 'discard', group, ids }).map((p) => p.ids?.length)).toEqual([100, 100, 50]);
    expect(partsOf({ verb: 'discard', group, ids }).flatMap((p) => p.ids)).toEqual(ids);
    expect(partsOf({ verb: 'discard', group })).toEqual([{ verb: 'discard', group }]);
  });

  it('is repeated until the group has no more', async () => {
    const answers = [
      { count: 100, more: true },
      { count: 100, more: true },
      { count: 30, more: false },
    ];
    const progress: number[] = [];
    const call = vi.fn(async () => answers.shift() ?? null);
    expect(await runAll({ call, goesOn: () => true, onProgress: (n) => progress.push(n) })).toBe(230);
    expect(progress).toEqual([100, 200, 230]);
  });

  it('ends when it is interrupted, and when a call does nothing', async () => {
    let calls = 0;
    const call = async () => ({ count: 100, more: ++calls < 9 });
    expect(await runAll({ call, goesOn: () => calls < 2, onProgress: () => {} })).toBe(200);
    expect(
      await runAll({ call: async () => ({ count: 0, more: true }), goesOn: () => true, onProgress: () => {} }),
    ).toBe(0);
  });
});
