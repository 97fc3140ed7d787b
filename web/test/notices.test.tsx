import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Bell } from '@/features/mynotice/Bell';
import { Notices } from '@/features/mynotice/Notices';
import { Ticker } from '@/features/mynotice/Ticker';
import { when } from '@/features/mynotice/when';
import { clean } from '@/kit/html/Clean';
import { queryClient } from '@/lib/query';
import { publish } from '@/lib/realtime/bus';
import { placeOf, useNoticeQueue } from '@/lib/realtime/notices';
import { useSession } from '@/lib/session';
import { type Call, ok, serve } from './server';
import { show } from './util';

const notice = (id: string, more: object = {}) => ({
  id,
  contents: { title: `Title ${id}`, summary: `Summary ${id}` },
  content: `<p>Text ${id}</p>`,
  createTime: '2026-11-21T02:00:00Z',
  isReading: 1,
  ...more,
});

let calls: Call[] = [];
beforeEach(() => {
  queryClient.clear();
  useNoticeQueue.setState({ waiting: [] });
  useSession.setState({ token: 't', info: { userId: 'me' } as never, permissions: [] });
  calls = serve((c) => {
    if (c.url.includes('/no/read')) return ok({ records: [], total: 3, counts: { '1': 2, '2': 1 } });
    if (c.url.includes('messageType=1')) return ok({ records: [notice('a'), notice('b')], total: 2 });
    if (c.url.includes('/no/expire')) return ok([notice('x'), notice('y')]);
    return ok(null);
  });
});
afterEach(() => vi.unstubAllGlobals());
const puts = () => calls.filter((c) => c.method === 'PUT').map((c) => c.url);

describe('where a live message goes', () => {
  it('follows its type', () => {
    expect(placeOf('2', notice('a', { noticeType: 2 }))).toBe('notification');
    expect(placeOf('2', notice('a', { noticeType: 1 }))).toBe('modal');
    expect(placeOf('5', notice('a'))).toBe('nowhere');
    expect(placeOf('1', notice('a'))).toBe('announcement');
    expect(placeOf('7', notice('a'))).toBe('announcement');
    for (const own of ['order', 'menu', 'export', 'pong', 'revoke', 'later'])
      expect(placeOf(own, notice('a'))).toBe('nowhere');
    expect(placeOf('2', 'nonsense')).toBe('nowhere');
  });
});

describe('the time of a notice', () => {
  const now = new Date('2026-11-21T17:00:00Z'); // 01:00 of the 22nd at +08:00
  it('is told as people say it, at +08:00', () => {
    expect(when('2026-11-21T16:30:00Z', now)).toEqual({ kind: 'today', time: '00:30' });
    expect(when('2026-11-21T15:59:00Z', now)).toEqual({ kind: 'yesterday' });
    expect(when('2026-11-20T12:00:00Z', now)).toEqual({ kind: 'before' });
    expect(when('2026-11-19T12:00:00Z', now)).toEqual({ kind: 'month', month: '2026-11' });
    expect(when('2025-12-31T16:00:00Z', now)).toEqual({ kind: 'month', month: '2026-01' });
  });
});

describe('HTML that a user wrote', () => {
  it('keeps texts, lists, tables, pictures and links, and nothing that acts', () => {
    expect(clean('<p onclick="a()">x<script>a()</script><b>y</b></p>')).toBe('<p>x<b>y</b></p>');
    expect(clean('<a href="javascript:a()">x</a>')).not.toContain('javascript');
    expect(clean('<a href="https://a.example">x</a>')).toBe(
      '<a href="https://a.example" target="_blank" rel="noopener noreferrer">x</a>',
    );
    expect(clean('<img src=x onerror=a()><iframe src="//e"></iframe><form><input></form>')).not.toMatch(
      /onerror|iframe|form|input/,
    );
    expect(clean('<svg><use href="data:x"/></svg><style>*{}</style>')).toBe('');
  });

  it.each([
    '//evil.example/x',
    '/\\evil.example/x',
    'https://a.example@evil.example/x',
    'https:\\\\evil.example',
    'https:evil.example',
    'javascript:a()',
  ])('takes out an address that reads as another: %s', (address) => {
    expect(clean(`<a href="${address}">x</a><img src="${address}">`)).not.toMatch(/href=|src=/);
  });
});

describe('a live message with an id alone', () => {
  it('is looked up before it is shown', async () => {
    await show(<Notices />);
    await act(async () => publish({ type: '1', data: { id: 'y' } }));
    expect(await screen.findByText('Title y')).toBeVisible();
  });
  it('asks for its own kind alone, and once', async () => {
    await show(
      <>
        <Bell />
        <Ticker />
        <Notices />
      </>,
    );
    const asked = (part: string) => calls.filter((c) => c.url.includes(part)).length;
    await waitFor(() => expect([asked('/no/expire'), asked('/no/read')]).toEqual([1, 1]));
    await act(async () => publish({ type: '2', data: notice('a', { noticeType: 2 }) }));
    await waitFor(() => expect([asked('/no/expire'), asked('/no/read')]).toEqual([1, 2]));
    await act(async () => publish({ type: '1', data: { id: 'y' } }));
    expect(await screen.findByText('Title y')).toBeVisible();
    expect([asked('/no/expire'), asked('/no/read')]).toEqual([2, 2]);
  });
  it('that does not exist opens nothing', async () => {
    await show(<Notices />);
    await act(async () => publish({ type: '2', data: { id: 'gone' } }));
    await waitFor(() => expect(calls.some((c) => c.url.includes('/no/read'))).toBe(true));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
  it('takes back what was revoked, and opens no empty dialog', async () => {
    await show(<Notices />);
    await act(async () => publish({ type: '2', data: notice('a', { noticeType: 1 }) }));
    expect(await screen.findByText('Title a')).toBeVisible();
    await act(async () => publish({ type: 'revoke', data: { id: 'a', type: 2 } }));
    await act(async () => publish({ type: 'revoke', data: { id: 'b', type: 2 } }));
    expect(useNoticeQueue.getState().waiting).toEqual([]);
    expect(puts()).toEqual([]);
  });
});

describe('what waits', () => {
  it('is read one after the other, removed when flagged, by the endpoint of its kind', async () => {
    const { user } = await show(<Notices />);
    await act(async () => {
      publish({ type: '2', data: notice('a', { noticeType: 1 }) });
      publish({ type: '2', data: notice('a', { noticeType: 1 }) });
      publish({ type: '1', data: notice('x') });
      publish({ type: '5', data: notice('z') });
    });
    const first = await screen.findByRole('dialog', { name: 'Title a' });
    await within(first).findByText('Text a');
    await user.click(within(first).getByRole('checkbox', { name: 'Delete' }));
    await user.click(within(first).getByRole('button', { name: 'Next (1)' }));
    const second = await screen.findByRole('dialog', { name: 'Title x' });
    expect(within(second).queryByRole('checkbox')).toBeNull();
    await user.click(within(second).getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
    await waitFor(() =>
      expect(puts()).toEqual(['/api/im/notice/read?id=a&userId=me&deleted=true', '/api/im/announcement/read/me/x']),
    );
    expect(useNoticeQueue.getState().waiting).toEqual([]);
  });

  it('is told at once when it is a reminder', async () => {
    const { user } = await show(<Notices />);
    await act(async () => publish({ type: '2', data: notice('r', { noticeType: 2 }) }));
    await screen.findByText('Summary r');
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Open' }));
    await screen.findByRole('dialog', { name: 'Title r' });
  });

  it('is left to the page that it is about while that is open', async () => {
    window.history.replaceState(null, '', '/send/order?id=1');
    await show(<Notices />);
    const reminder = (id: string, link: string) => notice(id, { noticeType: 2, link });
    await act(async () => publish({ type: '2', data: reminder('own', '/send/order?id=1') }));
    await act(async () => publish({ type: '2', data: reminder('other', '/send/order?id=2') }));
    await screen.findByText('Summary other');
    expect(screen.queryByText('Summary own')).toBeNull();
    window.history.replaceState(null, '', '/');
  });
});

describe('bell and ticker', () => {
  it('shows how much is unread, the latest of both tabs, and clears a tab', async () => {
    const { user } = await show(<Bell />);
    await user.click(await screen.findByRole('button', { name: 'Notices, 3 unread' }));
    await screen.findByText('Title a');
    expect(calls.some((c) => c.url.includes('messageType=1&current=1&size=5'))).toBe(true);
    await user.click(screen.getByRole('tab', { name: 'Reminders (1)' }));
    await screen.findByText('No recent reminders');
    await user.click(screen.getByRole('button', { name: 'Mark all as read' }));
    await waitFor(() => expect(puts()).toEqual(['/api/im/notice/read/me/2']));
    await user.click(screen.getByRole('button', { name: 'See all' }));
    expect(window.location.pathname + window.location.search).toBe('/account/myNotice?type=2');
  });

  it('numbers the announcements, opens one, and can be hidden', async () => {
    const { user } = await show(<Ticker />);
    await screen.findByRole('button', { name: 'notice 2: Summary y' });
    await user.click(screen.getByRole('button', { name: 'notice 1: Summary x' }));
    expect(useNoticeQueue.getState().waiting[0]).toMatchObject({ kind: 'announcement', notice: { id: 'x' } });
    await user.click(screen.getByRole('button', { name: 'Hide the announcements' }));
    expect(screen.queryByRole('button', { name: 'notice 1: Summary x' })).toBeNull();
  });
});
