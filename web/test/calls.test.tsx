import { screen, waitFor, within } from '@testing-library/react';
import dayjs from 'dayjs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CallResponse } from '@/features/call/CallResponse';
import Calls from '@/features/call/Calls';
import { draftOf, type Source, valuesOf } from '@/features/call/draft';
import { Outcomes } from '@/features/call/Outcomes';
import type { CallDetail } from '@/features/call/order';
import {
  type CallOrderValues,
  intentOf,
  isDuplicate,
  missingOf,
  type Recording,
  toRequest,
} from '@/features/call/request';
import { clock } from '@/kit/audio/clock';
import { fewer } from '@/kit/audio/Wave';
import { queryClient } from '@/lib/query';
import { useSession } from '@/lib/session';
import type { CommonRow } from '@/ordering/kind';
import { CALL, OrderKindProvider } from '@/ordering/kind';
import { processedCount } from '@/ordering/order';
import type { Collection } from '@/ordering/target';
import { ok, refuse, serve } from './server';
import { show } from './util';

const collection = { id: 'g', name: 'c', countryCode: 'ID', memberCount: 3 } as Collection;
const recording = { id: 'r', name: 'Offer', seconds: 23, language: 'id-ID' } as Recording;
const played: CallOrderValues = {
  name: ' n ',
  groupId: collection,
  recording,
  callType: 'play',
  expiryType: 'none',
  when: 'now',
};
const asked: CallOrderValues = {
  ...played,
  callType: 'interactive',
  intents: [
    { heard: '1', label: 'Yes' },
    { heard: ' tidak ', label: ' No ' },
  ],
};

/** The server's responses about a recording and its sound. */
const recordings = ({ url }: { url: string }) =>
  ok(
    url.includes('/audio')
      ? { url: 'https://files.test/offer.wav', wave: [0, 128, 255] }
      : { ...recording, content: 'Halo', milliseconds: 22_900 },
  );

beforeEach(() => {
  queryClient.clear();
  useSession.setState({ token: 't', info: { userId: 'me' } as never, permissions: [] });
});
afterEach(() => vi.unstubAllGlobals());

describe('an order of calls', () => {
  it('plays a recording to a collection, in the language of the recording', () => {
    expect(toRequest(played)).toMatchObject({
      name: 'n',
      groupId: 'g',
      countryCode: 'ID',
      recordingId: 'r',
      language: 'id-ID',
      callType: 'play',
      expiryType: 'none',
    });
  });
  it('calls the numbers of a file', () => {
    const file = { id: 'f', name: 'numbers.txt' };
    const wish = toRequest({ ...played, target: 'file', groupId: undefined, file, countryCode: 'ID' });
    expect(wish).toMatchObject({ fileId: 'f', countryCode: 'ID' });
    expect(wish?.groupId).toBeUndefined();
  });
  it('understands a key or a word', () => {
    expect(intentOf({ heard: '#', label: 'Again' })).toEqual({ digit: '#', label: 'Again' });
    expect(intentOf({ heard: '12', label: 'Twelve' })).toEqual({ word: '12', label: 'Twelve' });
    expect(intentOf({ heard: '1', label: ' ' })).toBeUndefined();
    expect(toRequest(asked)?.intents).toEqual([
      { digit: '1', label: 'Yes' },
      { word: 'tidak', label: 'No' },
    ]);
    expect(toRequest({ ...asked, callType: 'play' })?.intents).toBeUndefined();
  });
  it('takes no key or word twice, however it is written', () => {
    const all = [{ heard: 'Ya' }, { heard: ' ya ' }, { heard: '' }, undefined];
    expect(all.map((_, i) => isDuplicate(all, i))).toEqual([true, true, false, false]);
    expect(missingOf({ ...asked, intents: [...(asked.intents ?? []), { heard: '1', label: 'x' }] })).toBe('intents');
  });
  it('says what it lacks before it has a cost', () => {
    expect(missingOf({ ...played, recording: undefined })).toBe('rest');
    expect(missingOf({ ...played, groupId: undefined })).toBe('rest');
    expect(missingOf({ ...asked, intents: [{}] })).toBe('intents');
    expect(missingOf({ ...played, expiryType: 'deadline' })).toBe('expiry');
    expect(missingOf({ ...played, expiryType: 'hours', hours: null })).toBe('expiry');
    expect(missingOf({ ...played, when: 'later' })).toBe('start');
    expect(missingOf(played)).toBeUndefined();
  });
  it('ends at a time or after hours, never both', () => {
    const both = { ...played, hours: 5, deadline: dayjs('2026-12-01T10:00:00') };
    const until = (v: CallOrderValues) => {
      const { expiryType, deadline, hours } = toRequest(v) ?? {};
      return { expiryType, deadline, hours };
    };
    expect(until({ ...both, expiryType: 'hours' })).toEqual({ expiryType: 'hours', deadline: undefined, hours: 5 });
    expect(until({ ...both, expiryType: 'deadline' })).toEqual({
      expiryType: 'deadline',
      deadline: '2026-12-01T02:00:00.000Z',
      hours: undefined,
    });
    expect(until(both)).toEqual({ expiryType: 'none', deadline: undefined, hours: undefined });
  });
});

describe('a draft of calls', () => {
  const kept = JSON.parse(JSON.stringify(draftOf(asked)));
  it('comes back as it was', () => {
    const values = valuesOf(kept as Source, { collection, recording });
    expect(JSON.parse(JSON.stringify(toRequest(values)))).toEqual(kept);
  });
  it('is kept without a recording, but not without whom to call', () => {
    expect(draftOf({ ...played, recording: undefined })).toMatchObject({ groupId: 'g' });
    expect(draftOf({ ...played, groupId: undefined })).toBeUndefined();
  });
  it('whose times have passed begins at once and has no deadline', () => {
    const past = {
      ...kept,
      startTime: '2026-01-01T00:00:00Z',
      expiryType: 'deadline',
      deadline: '2026-01-02T00:00:00Z',
    };
    const values = valuesOf(past as Source, { collection, recording }, new Date('2026-02-01T00:00:00Z'));
    expect(values).toMatchObject({ when: 'now', expiryType: 'none' });
    expect(values.deadline).toBeUndefined();
  });
  it('whose recording is gone asks for another one', () => {
    expect(missingOf(valuesOf(kept as Source, { collection }))).toBe('rest');
  });
});

describe('the list of calls', () => {
  it("is searched by a customer's own id of an order", async () => {
    window.history.replaceState(null, '', '/call/order?apiOrderId=SHOP-7');
    useSession.setState({ permissions: ['call:order:page'] });
    const calls = serve(({ url }) => ok(url.includes('/page?') ? { records: [], total: 0 } : []));
    await show(<Calls />, '/call/order');
    await waitFor(() => expect(calls.some((c) => c.url.includes('/call/order/page?'))).toBe(true));
    const asked = calls.find((c) => c.url.includes('/call/order/page?'));
    expect(new URL(asked?.url ?? '', 'http://x').searchParams.get('apiOrderId')).toBe('SHOP-7');
  });
});

describe('the page of calls', () => {
  it('counts a call that goes on as not done', () => {
    const counts = { toSend: 1, sending: 1, sent: 2, arrived: 3, read: 4, failed: 5 };
    expect(processedCount({ counts, total: 16 } as unknown as CommonRow, CALL)).toBe(9);
  });
  it('shows seconds as a clock does', () => {
    expect([0, 7.9, 61, 3600, -1].map(clock)).toEqual(['0:00', '0:07', '1:01', '60:00', '0:00']);
  });
  it('tells what is heard, and asks where a recording is when the user presses play', async () => {
    const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(async function (
      this: HTMLMediaElement,
    ) {
      this.dispatchEvent(new Event('play'));
    });
    serve(recordings);
    const { user } = await show(<CallResponse id="r" interactive intents={[{ digit: '1', label: 'Yes' }]} />);
    expect(await screen.findByText('Halo')).toBeInTheDocument();
    expect(screen.getByText('Yes')).toBeInTheDocument();
    const player = screen.getByRole('group', { name: 'Offer' });
    expect(player).toHaveTextContent('0:00 / 0:22');
    expect(player.querySelector('audio')?.src).toBe('');
    await user.click(within(player).getByRole('button', { name: 'Play' }));
    await waitFor(() => expect(within(player).getByRole('button', { name: 'Pause' })).toBeInTheDocument());
    expect(player.querySelector('audio')?.src).toBe('https://files.test/offer.wav');
    play.mockRestore();
  });
  it('draws loud parts, however many there are', () => {
    expect(fewer([1, 2, 3], 5)).toEqual([1, 2, 3]);
    expect(fewer([1, 9, 3, 4, 5, 2], 3)).toEqual([9, 4, 5]);
    expect(fewer(Array.from({ length: 1000 }, () => 7))).toHaveLength(72);
  });
  it('says when its recording is no longer in the list', async () => {
    serve(() => refuse(404, 40400, 'gone'));
    await show(<CallResponse id="r" name="Offer" interactive={false} intents={[]} />);
    expect(screen.getByText('“Offer” is played')).toBeInTheDocument();
    expect(await screen.findByText(/recording was deleted/)).toBeInTheDocument();
  });
  it('tells of what cannot be played, and asks anew at the next press', async () => {
    const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockRejectedValue(new Error('expired'));
    const calls = serve(recordings);
    const sounds = () => calls.filter((c) => c.url.includes('/audio')).length;
    const { user } = await show(<CallResponse id="r" interactive={false} intents={[]} />);
    const button = await screen.findByRole('button', { name: 'Play' });
    await waitFor(() => expect(sounds()).toBe(1));
    await user.click(button);
    expect(await screen.findByRole('alert')).toHaveTextContent('can’t be played');
    expect(sounds()).toBe(1);
    await user.click(screen.getByRole('button', { name: 'Play' }));
    await waitFor(() => expect(sounds()).toBe(2));
    play.mockRestore();
  });
  it('tells what became of the calls, also of who answered nothing', async () => {
    serve(() => ok([]));
    const calls = {
      answered: 8,
      human: 5,
      machine: 2,
      busy: 1,
      noAnswer: 1,
      failed: 0,
      minutes: 9,
      seconds: 200,
      averageSeconds: 25,
      intents: { Yes: 3, No: 0, none: 4, other: 1 },
      hangup: { callee: 6, unknown: 2, caller: 0 },
      hours: [],
    };
    const order = { calls, price: 10, intents: asked.intents?.map(intentOf) } as unknown as CallDetail;
    await show(
      <OrderKindProvider value={CALL}>
        <Outcomes order={order} />
      </OrderKindProvider>,
    );
    const figure = (key: string) => screen.getByTestId(`outcome-${key}`).textContent;
    expect(figure('human')).toContain('550');
    expect(figure('somebody')).toContain('1');
    expect(figure('Yes')).toContain('337.5');
    expect(figure('No')).toContain('00');
    expect(figure('none')).toContain('450');
    expect(figure('other')).toContain('1');
    expect(screen.queryByTestId('outcome-caller')).toBeNull();
    expect(screen.getByText('80%')).toBeInTheDocument();
  });
});
