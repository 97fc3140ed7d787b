import { screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import Sending from '@/features/sending/Sending';
import { useSession } from '@/lib/session';
import { type Call, ok, serve } from './server';
import { show } from './util';

const figures = {
  orders: 2,
  targets: 100,
  sent: 80,
  arrived: 60,
  read: 30,
  failed: 20,
  complained: 1,
  unknown: 0,
  cost: 280,
};
const part = (key: string, name = '') => ({ key, name, ...figures });
const told = {
  from: '2026-11-22',
  to: '2026-11-23',
  total: figures,
  days: [part('2026-11-22'), part('2026-11-23')],
  customers: [part('u1', 'Ipê')],
  channels: [part('whatsapp')],
  countries: [part('BR')],
  templates: [part(''), part('sale_01km8457m1ysm4fqfrfs4hqj6n/pt_BR')],
  more: false,
};

describe('the statistics of what was sent', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('are told by each question, of the days that are chosen', async () => {
    const asked: Call[] = serve((call) => (call.url.includes('/dmp/sending') ? ok(told) : ok([])));
    useSession.setState({ token: 't', permissions: ['dmp:sending:page'] });
    const { user } = await show(<Sending />, '/send/statistics');
    expect(await screen.findByTestId('sending-sent')).toHaveTextContent('80');
    expect(screen.getByTestId('sending-read')).toHaveTextContent('50%');
    await user.click(screen.getByRole('radio', { name: 'Templates' }));
    expect(await screen.findByRole('row', { name: /^sale\/pt_BR/ })).toBeInTheDocument();
    expect(screen.getByRole('row', { name: /^Without a template/ })).toBeInTheDocument();
    await user.click(screen.getByRole('radio', { name: 'Customers' }));
    expect(await screen.findByRole('row', { name: /^Ipê/ })).toBeInTheDocument();
    await user.click(screen.getByRole('radio', { name: '7 days' }));
    const days = asked
      .filter((c) => c.url.includes('/dmp/sending'))
      .map((c) => new URL(c.url, 'http://x').searchParams);
    const last = days.at(-1);
    expect(days[0]?.has('detail')).toBe(false);
    expect(days.some((d) => d.get('detail') === 'true')).toBe(true);
    expect(Date.parse(last?.get('to') ?? '') - Date.parse(last?.get('from') ?? '')).toBe(6 * 86_400_000);
    useSession.setState({ token: null, permissions: [] });
  });
});
