import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { labelsOf, marked } from '@/features/emailresult/clickmap';
import { EmailResult } from '@/features/emailresult/EmailResult';
import type { ResultOrder } from '@/features/emailresult/result';
import { queryClient } from '@/lib/query';
import { useSession } from '@/lib/session';
import { type Call, ok, refuse, serve } from './server';
import { show } from './util';

const order = {
  ...{ id: 'o1', status: 6, format: 'html', trackLoads: true, trackClicks: true },
  beginTime: '2026-11-27T00:00:00Z',
} as ResultOrder;

const funnel = {
  targets: 100,
  sent: 100,
  arrived: 80,
  read: 1,
  replied: 0,
  heldBack: 0,
  failed: 20,
  unknown: 0,
  complained: 1,
  bounces: { hard: 12, soft: 8, blacklist: 0 },
  activity: { loaded: 40, clicked: 20, unsubscribed: 2, machineLoaded: 5, machineClicked: 1 },
};
const html = `<html><body><p><a href="#link-0">Shop <b>now</b></a></p><a href="#link-1"><img alt="Logo"></a><a href="#">end</a></body></html>`;
const points = [0, 1].map((hour) => ({
  time: `2026-11-27T0${hour}:00:00Z`,
  loads: 20,
  clicks: 10,
  machineLoads: 3,
  machineClicks: 0,
  unsubscribes: 1,
}));
const links = [
  { link: 0, url: 'https://shop.example/a', people: 18, clicks: 24, machineClicks: 1 },
  { link: 1, url: '', people: 6, clicks: 8, machineClicks: 0 },
];
const mailbox = { sent: 0, delivered: 0, loaded: 0, clicked: 0, bounced: 0 };
const devices = [
  { device: 'desktop', people: 10 },
  { device: 'phone', people: 30 },
];

const answers: Record<string, unknown> = {
  stat: { total: 100, counts: {}, funnel, reasons: [], senders: [] },
  activity: { unit: 'hour', points, sum: funnel.activity, devices },
  links: { records: links, sum: funnel.activity },
  mailboxes: {
    records: [
      { ...mailbox, provider: 'gmail', sent: 60, delivered: 50, bounced: 10, loaded: 30, clicked: 15 },
      { ...mailbox, provider: 'qq' },
    ],
    partial: false,
  },
  preview: { subject: 'Hi', html, text: 'x' },
};

const partOf = (call: Call) => new URL(call.url, 'http://x').pathname.split('/').at(-1) ?? '';
const answer = (more: Record<string, unknown> = {}) =>
  serve((call) => {
    const part = partOf(call);
    return part in more || part in answers ? ok(part in more ? more[part] : answers[part]) : ok([]);
  });

beforeEach(() => {
  queryClient.clear();
  useSession.setState({ token: 't', permissions: ['edm:order:page'] });
});
afterEach(() => vi.unstubAllGlobals());

describe('the results of an email order', () => {
  it('are a funnel with shares, losses and machines apart', async () => {
    answer();
    await show(<EmailResult order={order} />);
    expect(await screen.findByTestId('result-accepted')).toHaveTextContent('100');
    expect(screen.getByTestId('result-delivered')).toHaveTextContent(/80.*80%/);
    expect(screen.getByTestId('result-loaded')).toHaveTextContent(/40.*50%/);
    expect(screen.getByTestId('result-clicked')).toHaveTextContent(/20.*25%/);
    expect(screen.getByTestId('result-hard')).toHaveTextContent(/12.*12%/);
    expect(screen.getByTestId('result-unsubscribed')).toHaveTextContent(/2.*2.5%/);
    const machines = screen.getByRole('region', { name: 'Machines only' });
    expect(machines).toHaveTextContent('5 recipients whose pictures only machines loaded');
    expect(machines).toHaveTextContent('1 recipient whose links only machines opened');
  });

  it('are figures by link, mailbox provider and device', async () => {
    answer();
    await show(<EmailResult order={order} />);
    const first = await screen.findByRole('row', { name: /shop\.example/ });
    expect(first).toHaveTextContent(/18.*24.*75%.*1/);
    expect(await screen.findByRole('row', { name: /Shop now/ })).toBe(first);
    expect(screen.getByRole('row', { name: /Each recipient has its own address/ })).toHaveTextContent('25%');
    const gmail = await screen.findByRole('row', { name: /^Gmail/ });
    expect(gmail).toHaveTextContent(/60.*50.*83.3%.*10.*16.7%.*30.*60%/);
    expect(screen.queryByRole('row', { name: /^QQ/ })).toBeNull();
    expect(await screen.findByTestId('device-phone')).toHaveTextContent(/30.*75%/);
  });

  it('have a click map in a frame that runs no scripts', async () => {
    answer();
    await show(<EmailResult order={order} />);
    const email = await screen.findByTitle('Email with the share of clicks beside each link');
    expect(email).toHaveAttribute('sandbox', 'allow-same-origin');
    expect(email.getAttribute('srcdoc')).toMatch(/Shop <b>now<\/b><\/a><span[^>]*>75%<\/span>/);
  });

  it('change their unit of time', async () => {
    const day = { ...(answers.activity as object), unit: 'day', points: points.slice(0, 1) };
    const calls = serve((call) => {
      const part = partOf(call);
      return part in answers ? ok(call.url.includes('unit=day') ? day : answers[part]) : ok([]);
    });
    const { user } = await show(<EmailResult order={order} />);
    await user.click(await screen.findByRole('radio', { name: 'Days' }));
    expect(await screen.findByText('Loads, clicks and unsubscribes by day')).toBeInTheDocument();
    expect(calls.some((c) => c.url.includes('/activity') && c.url.includes('unit=day'))).toBe(true);
    await user.click(screen.getAllByRole('button', { name: 'Show as table' })[0] as HTMLElement);
    expect(screen.getByRole('columnheader', { name: 'Loads' })).toBeInTheDocument();
  });

  it('say what is not counted, and why', async () => {
    answer();
    const { again } = await show(<EmailResult order={{ ...order, trackLoads: false, trackClicks: false }} />);
    expect(await screen.findByText("Loads and clicks aren't tracked for this order")).toBeInTheDocument();
    expect(screen.queryByTestId('result-loaded')).toBeNull();
    expect(screen.queryByRole('region', { name: 'Clicks by link' })).toBeNull();
    expect(screen.getByRole('heading', { name: 'By mailbox provider' })).toBeInTheDocument();
    await again(<EmailResult order={{ ...order, trackClicks: false }} />);
    expect(await screen.findByText("Clicks aren't tracked for this order")).toBeInTheDocument();
    expect(screen.getByTestId('result-loaded')).toBeInTheDocument();
  });

  it('say that nothing was sent yet', async () => {
    answer({ stat: { ...(answers.stat as object), funnel: { ...funnel, sent: 0 } } });
    await show(<EmailResult order={order} />);
    expect(await screen.findByText(/hasn't accepted any emails yet/)).toBeInTheDocument();
    expect(screen.queryByRole('region', { name: 'Over time' })).toBeNull();
  });

  it('can be asked for again after an error', async () => {
    let fails = true;
    serve((call) => {
      const part = partOf(call);
      if (part === 'links' && fails) return refuse(403, 40301, 'Not now');
      return part in answers ? ok(answers[part]) : ok([]);
    });
    const { user } = await show(<EmailResult order={order} />);
    const part = await screen.findByRole('region', { name: 'Clicks by link' });
    const alert = await within(part).findByRole('alert');
    expect(alert).toHaveTextContent('Not now');
    fails = false;
    await user.click(within(alert).getByRole('button'));
    expect(await screen.findByRole('row', { name: /shop\.example/ })).toBeInTheDocument();
  });
});

describe('a click map', () => {
  it('names links by their text, or by what their picture shows', () => {
    expect([...labelsOf(html)]).toEqual([
      [0, 'Shop now'],
      [1, 'Logo'],
    ]);
    expect(labelsOf('').size).toBe(0);
  });

  it('marks each link, leads nowhere and writes no markup of a text', () => {
    const out = marked(html, new Map([[0, { share: 0.5, text: '<i>50%</i>' }]]));
    expect(out).toContain('&lt;i&gt;50%&lt;/i&gt;');
    expect(out).not.toContain('href');
    expect(out.match(/data-link/g)).toHaveLength(1);
  });
});

describe('what is not counted', () => {
  const uncounted = {
    ...funnel,
    activity: { ...funnel.activity, loaded: 0, clicked: 0, machineLoaded: 0, machineClicked: 0 },
  };
  const platform = (value: boolean, updateTime: string | null = null, figures: object = uncounted) =>
    answer({
      'email.tracking': { key: 'email.tracking', value, updateTime },
      stat: { ...(answers.stat as object), funnel: figures },
    });

  it('has no charts, and the results say that the platform counts nothing', async () => {
    platform(false);
    await show(<EmailResult order={order} />);
    expect(await screen.findByText("The platform doesn't count loads and clicks at the moment")).toBeInTheDocument();
    expect(screen.getByTestId('result-delivered')).toBeInTheDocument();
    expect(screen.queryByTestId('result-loaded')).toBeNull();
    expect(screen.queryByText('Loads, clicks and unsubscribes by hour')).toBeNull();
    expect(screen.queryByRole('columnheader', { name: 'Clicked' })).toBeNull();
  });

  it('keeps the figures of before the platform stopped', async () => {
    platform(false, '2026-11-28T00:00:00Z', funnel);
    await show(<EmailResult order={order} />);
    expect(await screen.findByText('The platform no longer counts loads and clicks')).toBeInTheDocument();
    expect(screen.getByTestId('result-loaded')).toHaveTextContent('40');
  });

  it('may be what was sent while the platform counted nothing', async () => {
    platform(true, '2026-11-28T00:00:00Z');
    await show(<EmailResult order={order} />);
    expect(await screen.findByText(/changed the platform's tracking at 2026-11-28/)).toBeInTheDocument();
  });

  it('is nothing where the setting was changed before the order', async () => {
    platform(true, '2026-11-26T00:00:00Z');
    await show(<EmailResult order={order} />);
    expect(await screen.findByTestId('result-loaded')).toHaveTextContent('0');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('is all of plain text', async () => {
    platform(true);
    await show(<EmailResult order={{ ...order, format: 'text' }} />);
    expect(await screen.findByText("Loads and clicks of plain text emails aren't counted")).toBeInTheDocument();
    expect(screen.queryByTestId('result-loaded')).toBeNull();
  });
});
