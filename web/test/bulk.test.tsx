import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BulkDialog } from '@/kit/action/BulkDialog';
import { type BulkLine, runBulk, WAITING } from '@/kit/action/bulk';
import { ApiError } from '@/lib/api/error';
import { forgetPending } from '@/lib/api/idempotency';
import { request } from '@/lib/api/request';
import { useSession } from '@/lib/session';
import { type Call, ok, refuse, serve } from './server';
import { show } from './util';

type Row = { id: string; locked?: boolean };
const ROWS: Row[] = [{ id: 'a' }, { id: 'b' }, { id: 'c', locked: true }, { id: 'd' }];

const action = {
  label: 'Pause',
  each: ({ id }: Row) => request('put', '/gc/groupsendorder/{id}/pause', { path: { id } }),
  nameOf: (r: Row) => r.id.toUpperCase(),
  except: (r: Row) => r.locked === true && 'It is locked',
  title: (n: number) => `Pause ${n} orders?`,
  content: () => <p>They wait.</p>,
};

let calls: Call[] = [];
const keys = () => calls.map((c) => [c.url.split('/').at(-2), c.headers['Idempotency-Key']]);

beforeEach(() => {
  forgetPending();
  localStorage.clear();
  useSession.setState({ token: 't', info: { userId: 'u' } as never });
});
afterEach(cleanup);

async function open(onClose: (left: Row[]) => void = () => {}) {
  const { user } = await show(
    <BulkDialog action={action} rows={ROWS} changes={['/gc/groupsendorder/page']} onClose={onClose} />,
  );
  const dialog = await screen.findByRole('dialog', { name: 'Pause 3 orders?' });
  const press = (name: string) => user.click(within(dialog).getAllByRole('button', { name }).at(-1) as HTMLElement);
  return { dialog, press };
}

describe('one call for each row', () => {
  const run = async (answers: (() => Promise<unknown>)[], goesOn = (_: number) => true) => {
    const lines: BulkLine[] = answers.map(() => WAITING);
    let sent = 0;
    const once = () =>
      runBulk({
        rows: answers,
        lines: [...lines],
        send: (answer) => {
          sent += 1;
          return answer();
        },
        goesOn: () => goesOn(sent),
        onLine: (i, line) => {
          lines[i] = line;
        },
      });
    await once();
    return { states: () => lines.map((l) => l.state), sent: () => sent, again: once };
  };
  const done = async () => null;
  const fail =
    (status: number, code = status) =>
    () =>
      Promise.reject(new ApiError({ status, code, message: 'no' }));

  it('goes on after a refusal, and holds without an answer', async () => {
    expect((await run([done, fail(409), fail(404), done])).states()).toEqual(['done', 'refused', 'refused', 'done']);
    for (const open of [fail(0), fail(503), fail(429), fail(401), fail(409, 40902)])
      expect((await run([done, open, done])).states()).toEqual(['done', 'open', 'waiting']);
  });

  it('is interrupted between two rows, and continued without a repetition', async () => {
    let limit = 2;
    const it = await run([done, fail(409), done, done], (sent) => sent < limit);
    expect(it.states()).toEqual(['done', 'refused', 'waiting', 'waiting']);
    limit = 9;
    await it.again();
    expect(it.states()).toEqual(['done', 'refused', 'done', 'done']);
    expect(it.sent()).toBe(4);
  });
});

describe('the dialog of several rows', () => {
  it('tells before what happens and what is left out, and after what became of each', async () => {
    calls = serve(({ url }) => (url.includes('/b/') ? refuse(409, 409, 'It is over') : ok({})));
    const onClose = vi.fn();
    const { dialog, press } = await open(onClose);
    expect(dialog.textContent).toContain('They wait.');
    expect(dialog.textContent).toContain('Left out: 1');
    expect(dialog.textContent).toContain('It is locked');
    expect(calls).toEqual([]);
    await press('Pause');
    await within(dialog).findByText('3 of 3 processed');
    expect(calls.map((c) => c.url.split('/').at(-2))).toEqual(['a', 'b', 'd']);
    expect(within(dialog).getByText('2 done')).toBeTruthy();
    expect(within(dialog).getByRole('list', { name: '1 not done' }).textContent).toBe('BIt is over');
    await press('Close');
    expect(onClose).toHaveBeenCalledWith([ROWS[1], ROWS[2]]);
  });

  it('continues under the same key where no answer came', async () => {
    let down = true;
    calls = serve(({ url }) => (down && url.includes('/b/') ? refuse(503) : ok({})));
    const { dialog, press } = await open();
    await press('Pause');
    await within(dialog).findByText('1 not started');
    expect(within(dialog).getByRole('list', { name: '1 not done' }).textContent).toContain('No result arrived');
    down = false;
    await press('Continue');
    await within(dialog).findByText('3 done');
    const [first, second, ...rest] = keys().filter(([id]) => id === 'b');
    expect(first).toEqual(second);
    expect(rest).toEqual([]);
    expect(keys().map(([id]) => id)).toEqual(['a', 'b', 'b', 'd']);
  });

  it('is interrupted after the call under way', async () => {
    let answer: () => void = () => {};
    calls = serve(() => new Promise((give) => (answer = () => give(ok({})))));
    const { dialog, press } = await open();
    await press('Pause');
    await waitFor(() => expect(calls).toHaveLength(1));
    await press('Interrupt');
    answer();
    await within(dialog).findByText('2 not started');
    expect(calls).toHaveLength(1);
  });
});
