import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Conversations } from '@/features/inbox/Conversations';
import { Talk } from '@/features/inbox/Talk';
import { queryClient } from '@/lib/query';
import { useSession } from '@/lib/session';
import { type Call, ok, refuse, serve } from './server';
import { show } from './util';

beforeEach(() => {
  queryClient.clear();
  useSession.setState({
    token: 't',
    info: { userId: 'me' } as never,
    permissions: ['gc:inbox:page', 'gc:inbox:reply', 'gc:inbox:assign', 'gc:inbox:edit', 'gc:quickreply:page'],
  });
});
afterEach(() => vi.unstubAllGlobals());

const one = {
  id: 'c1',
  phoneNumber: '5511987654321',
  countryCode: 'BR',
  channel: 'whatsapp',
  status: 'open',
  lastMessage: 'Quanto custa?',
  lastKind: 'text',
  lastIn: true,
  lastTime: '2026-11-23T08:00:00Z',
  unread: 2,
  windowUntil: new Date(Date.now() + 3_600_000).toISOString(),
  orderId: 'o1',
  orderNo: 'GS1',
  orderName: 'Sale',
  customerId: 'me',
  customerName: 'Ana',
  createTime: '2026-11-23T08:00:00Z',
};
const free = {
  ...one,
  kinds: ['text', 'image', 'template'],
  textLimit: 4096,
  captionLimit: 1024,
  price: 1,
  free: true,
  sender: '1',
  name: 'Ana',
  quoting: true,
};
const said = [
  { id: 'm2', in: false, kind: 'text', text: 'R$ 10', time: '2026-11-23T08:01:00Z', state: 'unknown' },
  { id: 'm1', in: true, kind: 'text', text: 'Quanto custa?', time: '2026-11-23T08:00:00Z', word: 'stop' },
];

/** Answers as the server does. */
const answer = (detail: object) => (c: Call) => {
  if (c.url.includes('/messages')) return ok(c.method === 'POST' ? said[0] : { records: said });
  if (c.url.includes('/gc/quickreply/page'))
    return ok({
      records: [{ id: 'q1', shortcut: 'price', text: 'Hello {name}, R$ 10' }],
      total: 1,
      current: 1,
      size: 200,
    });
  if (c.url.includes('/gc/inbox/page')) return ok({ records: [one], total: 1, current: 1, size: 20 });
  if (c.url.includes('/gc/inbox/c1')) return ok(detail);
  if (c.url.includes('/gc/inbox/c2')) return ok({ ...detail, id: 'c2' });
  return ok([]);
};

it('shows who answered, how much of it was not read, and asks for what a filter names', async () => {
  const calls = serve(answer(free));
  const { user } = await show(<Conversations chosen={null} />);
  const link = await screen.findByRole('link', { name: /5511987654321/ });
  expect(link).toHaveTextContent('2 unread');
  expect(link).toHaveTextContent('Sale');
  await user.click(screen.getByRole('radio', { name: 'Unassigned' }));
  await waitFor(() => expect(calls.some((c) => c.url.includes('isAssigned=false'))).toBe(true));
});

it('reads a conversation, shows doubt as doubt, and sends a reply while the window is open', async () => {
  const calls = serve(answer(free));
  const { user } = await show(<Talk id="c1" onBack={() => {}} />);
  const log = await screen.findByRole('log');
  expect(log).toHaveTextContent('Opted out');
  expect(log).toHaveTextContent('It isn’t sent again automatically');
  await waitFor(() => expect(calls.filter((c) => c.method === 'PUT' && c.url.endsWith('/read'))).toHaveLength(1));
  expect(screen.getByRole('timer')).toBeVisible();
  expect(screen.getByRole('button', { name: /Send/ })).toBeDisabled();
  const reply = screen.getByRole('textbox', { name: 'Write a reply' });
  // Safari: the composition has ended when the Enter that confirmed it arrives.
  await user.type(reply, 'wo');
  fireEvent.compositionEnd(reply);
  fireEvent.keyDown(reply, { key: 'Enter', keyCode: 229, isComposing: false });
  expect(reply).toHaveValue('wo');
  await user.clear(reply);
  await user.type(reply, 'Olá{Enter}');
  await waitFor(() =>
    expect(calls.find((c) => c.method === 'POST')?.body).toEqual({ type: 'text', text: 'Olá', expectedCost: 0 }),
  );
});

it('keeps a reply that was begun while another conversation is looked at', async () => {
  const calls = serve(answer(free));
  const { user, again } = await show(<Talk key="c1" id="c1" onBack={() => {}} />);
  const field = () => screen.findByRole('textbox', { name: 'Write a reply' });
  await user.type(await field(), 'Half a');
  await again(<Talk key="c2" id="c2" onBack={() => {}} />);
  expect(await field()).toHaveValue('');
  await again(<Talk key="c1" id="c1" onBack={() => {}} />);
  expect(await field()).toHaveValue('Half a');
  await user.type(await field(), ' reply{Enter}');
  await waitFor(() => expect(calls.find((c) => c.method === 'POST')?.body).toMatchObject({ text: 'Half a reply' }));
  await waitFor(async () => expect(await field()).toHaveValue(''));
});

it('shows a reply at once, keeps it with its text when it fails, and repeats it as the same call', async () => {
  const sent: string[] = [];
  let answered: () => void = () => {};
  const lost = new Promise<void>((done) => {
    answered = done;
  });
  const talk = answer(free);
  serve(async (call) => {
    if (call.method !== 'POST') return talk(call);
    sent.push(call.headers['Idempotency-Key'] ?? '');
    if (sent.length > 1)
      return ok({ id: 'm3', in: false, kind: 'text', text: 'Once', time: one.lastTime, state: 'sent' });
    await lost;
    throw new TypeError('Failed to fetch');
  });
  const { user, again } = await show(<Talk key="c1" id="c1" onBack={() => {}} />);
  const field = () => screen.findByRole('textbox', { name: 'Write a reply' });
  const log = () => screen.findByRole('log');
  await user.type(await field(), 'Once{Enter}');
  expect(await log()).toHaveTextContent('Once Sending…');
  await user.type(await field(), 'Once{Enter}'); // it joins the reply that is under way
  await waitFor(() => expect(sent).toHaveLength(1));
  await again(<Talk key="c2" id="c2" onBack={() => {}} />);
  expect(await log()).not.toHaveTextContent('Once');
  await again(<Talk key="c1" id="c1" onBack={() => {}} />);
  expect(await field()).toHaveValue('');
  expect(await log()).toHaveTextContent('Once Sending…');
  answered();
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull());
  expect(sent).toHaveLength(2);
  expect(sent[0]).toBeTruthy();
  expect(sent[1]).toBe(sent[0]);
});

it('shows a reply once that is stored although its answer was lost, and sends replies in their order', async () => {
  const texts: unknown[] = [];
  let stored: object[] = said;
  const talk = answer(free);
  serve((call) => {
    if (call.method === 'GET' && call.url.includes('/messages')) return ok({ records: stored });
    if (call.method !== 'POST') return talk(call);
    const { text } = call.body as { text: string };
    texts.push(text);
    if (texts.length > 1) return refuse(409, 409, 'The window is closed');
    stored = [{ id: 'm3', in: false, kind: 'text', text, time: one.lastTime, state: 'sent' }, ...said];
    throw new TypeError('Failed to fetch');
  });
  const { user } = await show(<Talk id="c1" onBack={() => {}} />);
  const field = await screen.findByRole('textbox', { name: 'Write a reply' });
  await user.type(field, 'First{Enter}Second{Enter}');
  expect(await screen.findByText(/The window is closed/)).toBeVisible();
  expect(texts).toEqual(['First', 'Second']);
  await queryClient.invalidateQueries();
  await waitFor(() => expect(screen.getAllByText('First')).toHaveLength(1));
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Try again' })).toHaveLength(1));
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  expect(screen.queryByText('Second')).toBeNull();
});

it('quotes a message, and inserts a quick reply with the name of the contact', async () => {
  const calls = serve(answer(free));
  const { user } = await show(<Talk id="c1" onBack={() => {}} />);
  expect(await screen.findByRole('heading', { name: /Ana/ })).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Quote “Quanto custa?”' }));
  const reply = screen.getByRole('textbox', { name: 'Write a reply' });
  await user.type(reply, '/pri');
  expect(await screen.findByRole('option', { name: /price/ })).toHaveAttribute('aria-selected', 'true');
  await user.type(reply, '{Enter}');
  expect(reply).toHaveValue('Hello Ana, R$ 10');
  await user.type(reply, '{Enter}');
  await waitFor(() =>
    expect(calls.find((c) => c.method === 'POST')?.body).toEqual({
      type: 'text',
      text: 'Hello Ana, R$ 10',
      expectedCost: 0,
      quotes: 'm1',
    }),
  );
});

it('writes a note instead of a reply', async () => {
  const calls = serve(answer({ ...free, kinds: [], refused: 'The number has opted out' }));
  const { user } = await show(<Talk id="c1" onBack={() => {}} />);
  await user.click(await screen.findByRole('radio', { name: 'Note' }));
  await user.type(screen.getByRole('textbox', { name: 'Write a note' }), 'Call her');
  await user.click(screen.getByRole('button', { name: 'Add note' }));
  await waitFor(() => expect(calls.find((c) => c.url.endsWith('/notes'))?.body).toEqual({ text: 'Call her' }));
});

it('offers a template alone when the window is closed, and nothing to who opted out', async () => {
  serve(answer({ ...free, kinds: ['template'] }));
  const { again } = await show(<Talk id="c1" onBack={() => {}} />);
  expect(await screen.findByText('The 24-hour window is closed')).toBeVisible();
  expect(screen.queryByRole('textbox', { name: 'Write a reply' })).toBeNull();
  expect(screen.getByRole('button', { name: /Template/ })).toBeVisible();
  serve(answer({ ...free, kinds: [], refused: 'The number has opted out' }));
  queryClient.clear();
  await again(<Talk key="2" id="c1" onBack={() => {}} />);
  expect(await screen.findByText('The number has opted out')).toBeVisible();
  expect(screen.queryByRole('button', { name: /Template/ })).toBeNull();
});
