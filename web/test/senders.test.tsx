import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import Consents from '@/features/consent/Consents';
import { Records } from '@/features/domain/Records';
import EmailSenders from '@/features/emailsender/EmailSenders';
import Senders from '@/features/sender/Sender';
import { queryClient } from '@/lib/query';
import { useSession } from '@/lib/session';
import { type Call, ok, serve } from './server';
import { show } from './util';

const sender = (id: string, more: object) => ({
  ...{ id, name: id, mailbox: id, domain: 'shop.example', address: `${id}@shop.example`, domainId: 'd', replyTo: '' },
  ...{ dailyLimit: 0, warmUp: null, warmFrom: null, warmDay: 0, enabled: true, state: 'usable', allowance: null },
  ...{ used: 0, share: 'own', customers: [], platform: false, customerId: 'c', customerName: 'Ipê' },
  ...{ createTime: '2026-11-27T00:00:00Z', updateTime: '2026-11-27T00:00:00Z', ...more },
});
const ROWS = [
  sender('free', { used: 1200 }),
  sender('warm', { used: 85, allowance: 100, warmDay: 3, warmUp: { start: 50, percent: 40, days: 14 } }),
  sender('full', { used: 500, allowance: 500, dailyLimit: 500 }),
];
const answer = (more: (call: Call) => unknown = () => undefined) =>
  serve((call) => {
    const own = more(call);
    if (own !== undefined) return ok(own);
    return ok(call.url.includes('/edm/sender/page') ? { records: ROWS, total: 3, current: 1, size: 20 } : []);
  });

beforeEach(() => {
  queryClient.clear();
  useSession.setState({
    token: 't',
    permissions: ['gc:sender:page', 'edm:sender:page', 'aty:consent:page', 'aty:consent:add'],
  });
});
afterEach(() => vi.unstubAllGlobals());

const shown = async () => {
  const warm = await screen.findByRole('row', { name: /warm@shop\.example/ });
  expect(warm).toHaveTextContent(/85 of 100.*Warm-up, day 3 of 14/);
  expect(warm.querySelector('[data-state="near"] u')).toHaveStyle({ width: '85%' });
  const full = screen.getByRole('row', { name: /full@shop\.example/ });
  expect(full).toHaveTextContent('500 of 500');
  expect(full.querySelector('[data-state="full"]')).not.toBeNull();
  const free = screen.getByRole('row', { name: /free@shop\.example/ });
  expect(free).toHaveTextContent('1,200, no limit');
  expect(free.querySelector('[data-state]')).toBeNull();
};

describe('what email senders sent today', () => {
  it('stands on their own page, out of what they may send', async () => {
    answer();
    await show(<EmailSenders />);
    await shown();
  });

  it('stands beside the other senders, for staff', async () => {
    answer();
    const { user } = await show(<Senders />);
    await user.click(await screen.findByRole('radio', { name: 'Email senders' }));
    await shown();
    expect(within(screen.getByRole('row', { name: /warm@/ })).getByText('Ipê')).toBeInTheDocument();
  });
});

describe('consents', () => {
  it('are of numbers and of addresses', async () => {
    const one = { channel: '', purpose: 'news', state: 'given', source: 'form', customerId: 'c', operator: 'x' };
    const at = { time: '2026-11-27T00:00:00Z', createTime: '2026-11-27T00:00:00Z' };
    const records = [
      { id: '1', phoneNumber: '5511987654321', ...one, ...at },
      { id: '2', phoneNumber: '', email: 'ana@shop.example', ...one, ...at, channel: 'email' },
    ];
    const calls = answer((call) =>
      call.url.includes('/aty/consent/page') ? { records, total: 2, current: 1, size: 20 } : undefined,
    );
    const { user } = await show(<Consents />);
    expect(await screen.findByText('ana@shop.example')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: /Record a consent/ }));
    const form = await screen.findByRole('dialog');
    await user.click(within(form).getByRole('radio', { name: 'Email address' }));
    expect(within(form).queryByLabelText('Number')).toBeNull();
    await user.type(within(form).getByLabelText('Email address', { selector: 'input[inputmode]' }), 'bia@shop');
    expect(calls.some((c) => c.method === 'POST' && c.url.includes('/aty/consent'))).toBe(false);
  });
});

describe('the host of tracked links', () => {
  const record = { purpose: 'tracking', type: 'CNAME', host: 'click.shop.example', value: 'links.herald.example' };
  const rest = { priority: 0, required: false, found: [], help: '', checkTime: null };
  it.each([
    ['ok', 'The alias points to the platform.'],
    ['missing', 'The alias doesn’t point to the platform.'],
    ['wrong', 'The alias doesn’t point to the platform.'],
    ['waiting', 'It isn’t known yet whether the alias points to the platform.'],
  ])('is %s: what is checked is said', async (state, said) => {
    answer();
    await show(<Records records={[{ ...record, ...rest, state } as never]} />);
    expect(
      await screen.findByText(new RegExp(`${said} Only the alias is checked, not a certificate.`)),
    ).toBeInTheDocument();
  });
});
