import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { centsOf, offeredAmount, type TopUpMethod, toTopUpRequest } from '@/features/topup/methods';
import { formOf } from '@/features/topup/providerPage';
import TopUp from '@/features/topup/TopUp';
import { RealQr } from '@/kit/pay/Qr';
import { PAYMENT_POLL, TOP_UP } from '@/lib/constants';
import { loadWords } from '@/lib/i18n/words';
import { useOverlay } from '@/lib/overlay';
import { queryClient } from '@/lib/query';
import { publish } from '@/lib/realtime/bus';
import { useSession } from '@/lib/session';
import { ok, refuse, serve } from './server';
import { show } from './util';

const TILES = [30000, 50000, 80000, 100000, 500000, 888800, 1000000, 1888800, 8888800];
const way = (payType: number, kind: 'scan' | 'page', biz = 'al000'): TopUpMethod => ({
  payType,
  kind,
  biz,
  paymentMethod: '',
  provider: '',
  min: 300,
  max: 5_000_000_000,
});
const WAYS = [way(2, 'scan'), way(1, 'scan', 'wx000'), way(6, 'page'), way(7, 'page')];

const COIN = {
  id: 'u1',
  orderId: 'u1',
  platform: 'TRONSCAN',
  payType: 5,
  address: 'TAddress',
  hash: '',
  status: 'waiting',
  reason: '',
  confirmations: 0,
  required: 12,
  creditAmount: 0,
  expireTime: '2999-01-01T00:00:00Z',
};
let pending: object | null = null;
let coin: object = COIN;
let status = 1;
let made = 0;
let asked = 0;

function provide(methods: TopUpMethod[] = WAYS, usdt: number[] = []) {
  status = 1;
  made = 0;
  asked = 0;
  return serve(({ method, url, body }) => {
    if (url.endsWith('/aty/recharge/info')) return ok({ balance: 120.5, currency: 'RMB', tiles: TILES, methods, usdt });
    if (url.endsWith('/oauth/getUser'))
      return ok({ info: { userId: 'me' }, attributes: { type: 2 }, permissions: ['fresh'], roles: [] });
    if (url.endsWith('/status')) {
      asked++;
      return ok(status);
    }
    if (method === 'POST' && url.endsWith('/pay/order')) {
      const orderId = `o${++made}${Math.random()}`;
      const { amount, payType } = body as { amount: number; payType: number };
      const expireTime = new Date(Date.now() + 1_800_000).toISOString();
      return ok({ orderId, id: orderId, body: 'weixin://x', address: '', payType, amount, expireTime, status: 1 });
    }
    if (url.endsWith('/page'))
      return ok(
        '<form method="post" action="https://pay.test/x?a=1"><input type="hidden" name="sign" value="&quot;s&quot;"></form>',
      );
    if (url.endsWith('/recharge/check')) return ok(pending);
    if (url.endsWith('/submit/hash')) {
      coin = { ...COIN, status: 'confirming', confirmations: 3 };
      return ok(coin);
    }
    if (url.includes('/currency/order/recharge/')) return ok(coin);
    if (url.endsWith('/pay/rate/USDT')) return ok(7.2);
    return refuse(404);
  });
}

const onClose = vi.fn();
async function shown(wish = {}) {
  useOverlay.setState({ wish });
  await Promise.all([loadWords(['antd', 'money', 'topup']), RealQr.preload()]);
  const it = await show(<TopUp open onClose={onClose} />);
  await screen.findByRole('tab', { name: 'Alipay' });
  return it;
}
const submit = () => screen.getByRole('button', { name: 'Get the code' });
const other = () => screen.getByRole('textbox', { name: 'Other amount' });
const posted = (calls: ReturnType<typeof serve>) =>
  calls.filter((c) => c.method === 'POST' && c.url.endsWith('/pay/order')).map((c) => c.body);

beforeEach(() => {
  queryClient.clear();
  onClose.mockClear();
  useSession.setState({
    token: 't',
    info: { userId: 'me' } as never,
    permissions: [],
    attributes: { type: 2 } as never,
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('the amount of a top-up', () => {
  it('is one of the nine tiles, with yuan below', async () => {
    const calls = provide();
    const { user } = await shown();
    const tiles = within(screen.getByRole('group', { name: 'Credits' }));
    expect(tiles.getAllByRole('radio')).toHaveLength(9);
    expect(tiles.getByText('8,888,800').parentElement).toHaveTextContent('¥88,888');
    await user.click(tiles.getByRole('radio', { name: /^888,800/ }));
    expect(screen.getByTestId('to-pay')).toHaveTextContent('¥8,888');
    await user.click(submit());
    await screen.findByRole('img', { name: 'Payment code for Alipay' });
    expect(posted(calls)).toEqual([
      { amount: 888800, biz: 'al000', payType: 2, feeType: null, hash: null, rechargeType: 1 },
    ]);
  });

  it('is another one: digits, at most 7, no decimals, no paste', async () => {
    provide();
    const { user } = await shown();
    await user.type(other(), '1x2.');
    await user.tab();
    expect(other()).toHaveValue('12');
    fireEvent.change(other(), { target: { value: '1,234,567.99' } });
    fireEvent.blur(other());
    expect(other()).toHaveValue('1234567');
    fireEvent.change(other(), { target: { value: '12,345,678' } });
    expect(other()).toHaveValue('1234567');
    await user.clear(other());
    await user.click(other());
    await user.paste('5000');
    expect(other()).toHaveValue('');
    expect(submit()).toBeDisabled(); // nothing is 0 credits
  });

  it('is at least the least, which is said', async () => {
    const calls = provide();
    const { user } = await shown();
    await user.type(other(), '299');
    await user.click(submit());
    expect(await screen.findAllByText('At least 300 credits (¥3)')).not.toHaveLength(0);
    expect(posted(calls)).toEqual([]);
    await user.type(other(), '{Backspace}{Backspace}{Backspace}300');
    await user.click(submit());
    await waitFor(() => expect(posted(calls)).toHaveLength(1));
  });

  it('is what is missing, rounded up, at least the least and at most seven digits', () => {
    const of = WAYS[0] as TopUpMethod;
    expect([12_345.01, 10, 0, undefined, 1e9].map((n) => offeredAmount(n, of))).toEqual([
      12_346,
      300,
      undefined,
      undefined,
      TOP_UP.most,
    ]);
    expect(toTopUpRequest(WAYS[1] as TopUpMethod, 300)).toMatchObject({ biz: 'wx000', payType: 1, rechargeType: 1 });
  });

  it('is offered to who is short', async () => {
    provide();
    await shown({ credits: 1234.5 });
    expect(other()).toHaveValue('1235');
    expect(screen.getByText('You’re 1,234.50 credits short.')).toBeVisible();
  });
});

describe('the ways to pay', () => {
  it('are those that the caller may use, and none is said', async () => {
    provide([way(1, 'scan', 'wx000')]);
    useOverlay.setState({ wish: {} });
    await loadWords(['antd', 'money', 'topup']);
    const { again } = await show(<TopUp open onClose={onClose} />);
    expect(await screen.findByRole('tab', { name: 'WeChat Pay' })).toBeVisible();
    expect(screen.queryByRole('tab', { name: 'Alipay' })).toBeNull();
    expect(screen.queryByRole('tab', { name: 'Transfer' })).toBeNull();
    provide([]);
    await act(() => queryClient.refetchQueries());
    await again(<TopUp open onClose={onClose} />);
    expect(await screen.findByText(/No payment method is available to you/)).toBeVisible();
  });

  it('begin anew behind another tab', async () => {
    provide();
    const { user } = await shown();
    await user.click(submit());
    await screen.findByRole('img', { name: 'Payment code for Alipay' });
    await user.click(screen.getByRole('tab', { name: 'WeChat Pay' }));
    expect(await screen.findByRole('button', { name: 'Get the code' })).toBeVisible();
    await user.click(screen.getByRole('tab', { name: 'Alipay' }));
    await waitFor(() => expect(screen.queryByRole('img', { name: /^Payment code/ })).toBeNull(), { timeout: 20_000 });
    expect(submit()).toBeVisible();
  });
});

/** Lets the timers run for so long, and what they began come to its end. */
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

describe('a code that waits', () => {
  async function withCode(wish = {}) {
    const calls = provide();
    await shown(wish);
    vi.useFakeTimers({ shouldAdvanceTime: false });
    fireEvent.click(submit());
    await pass(100);
    expect(screen.getByRole('status', { name: 'Waiting for the payment' })).toBeVisible();
    return calls;
  }

  it('is asked about each 6 seconds, and no more when it is paid', async () => {
    await withCode();
    expect(asked).toBe(1);
    await pass(PAYMENT_POLL.every);
    expect(asked).toBe(2);
    status = 2;
    await pass(PAYMENT_POLL.every);
    expect(screen.getByText('Payment received')).toBeVisible();
    await pass(10 * PAYMENT_POLL.every);
    expect(asked).toBe(3);
    expect(useSession.getState().permissions).toEqual(['fresh']); // the session was asked for anew
  });

  it('is asked about at once when a live message tells of it', async () => {
    await withCode();
    const asking = queryClient.getQueryCache().findAll({ queryKey: ['get', '/pay/order/{orderId}/status'] });
    const [id] = asking.map(({ queryKey }) => (queryKey[2] as { path: { orderId: string } }).path.orderId);
    status = 2;
    act(() => publish({ type: 'recharge', data: { id, status: 2 } }));
    await pass(50);
    expect(screen.getByText('Payment received')).toBeVisible();
  });

  it('fails, and choosing anew leads back to the amount', async () => {
    await withCode();
    status = 3;
    await pass(PAYMENT_POLL.every);
    expect(screen.getByText('The payment failed')).toBeVisible();
    fireEvent.click(screen.getByRole('button', { name: 'Pay again' }));
    expect(submit()).toBeVisible();
    status = 1;
    fireEvent.click(submit());
    await pass(100);
    expect(screen.getByRole('status', { name: 'Waiting for the payment' })).toBeVisible();
    fireEvent.click(screen.getByRole('button', { name: 'Choose another amount' }));
    expect(submit()).toBeVisible();
  });

  it('is given up after 50 questions', async () => {
    await withCode();
    await pass(PAYMENT_POLL.every * (PAYMENT_POLL.times + 5));
    expect(asked).toBe(PAYMENT_POLL.times);
    expect(screen.getByText(/No payment has arrived yet/)).toBeVisible();
    status = 2;
    fireEvent.click(screen.getByRole('button', { name: 'Check again' }));
    await pass(100);
    expect(asked).toBe(PAYMENT_POLL.times + 1);
    expect(screen.getByText('Payment received')).toBeVisible();
  });

  it('goes on with what the credit was missing for, once', async () => {
    const goOn = vi.fn();
    await withCode({ credits: 500, goOn });
    status = 2;
    await pass(PAYMENT_POLL.every);
    await pass(PAYMENT_POLL.every);
    expect(goOn).toHaveBeenCalledTimes(1);
    expect(onClose).toHaveBeenCalled();
  });
});

describe("a provider's page", () => {
  function fakeWindow() {
    const page = document.implementation.createHTMLDocument();
    const submitted = vi.fn();
    HTMLFormElement.prototype.submit = function submit() {
      submitted(this.action, new URLSearchParams(new FormData(this) as never).toString());
    };
    const open = { document: page, opener: {}, close: vi.fn() };
    vi.stubGlobal(
      'open',
      vi.fn(() => open),
    );
    return { open, submitted };
  }

  it('gives address and fields, and nothing else of its html is used', () => {
    expect(formOf('<form action="https://a.test/"><input name="n" value="v"><script>x</script></form>')).toEqual({
      action: 'https://a.test/',
      fields: [['n', 'v']],
    });
    expect(formOf('<form action="javascript:alert(1)"></form>')).toBeUndefined();
    expect(formOf('nothing')).toBeUndefined();
  });

  it('opens for 300 credits in a window of its own; the modal closes and says so', async () => {
    const calls = provide();
    const { open, submitted } = fakeWindow();
    const { user } = await shown();
    await user.click(screen.getByRole('tab', { name: 'Transfer' }));
    expect(await screen.findByTestId('to-pay')).toHaveTextContent('¥3');
    await user.click(screen.getByRole('button', { name: 'Go to the payment page' }));
    await waitFor(() => expect(submitted).toHaveBeenCalledWith('https://pay.test/x?a=1', 'sign=%22s%22'));
    expect(posted(calls)).toEqual([
      { amount: 300, biz: 'al000', payType: 6, feeType: null, hash: null, rechargeType: 1 },
    ]);
    expect(open.opener).toBeNull();
    expect(await screen.findByText(/The payment page is open/)).toBeVisible();
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('that the browser blocks is told of, and nothing is ordered', async () => {
    const calls = provide();
    vi.stubGlobal(
      'open',
      vi.fn(() => null),
    );
    const { user } = await shown();
    await user.click(screen.getByRole('tab', { name: 'Transfer' }));
    await user.click(await screen.findByRole('button', { name: 'Go to the payment page' }));
    expect(await screen.findByText(/blocked the payment page/)).toBeVisible();
    expect(posted(calls)).toEqual([]);
  });

  it('of a gateway is asked about before it is gone to', async () => {
    const calls = provide();
    const { submitted } = fakeWindow();
    const { user } = await shown();
    await user.click(screen.getByRole('tab', { name: 'Transfer' }));
    await user.click(await screen.findByRole('tab', { name: 'Online payment' }));
    await screen.findByRole('group', { name: 'Credits' });
    await user.click(await screen.findByRole('button', { name: 'Go to the payment page' }));
    await screen.findByText('Pay ¥300 on the payment page?');
    expect(posted(calls)).toEqual([]);
    await user.click(screen.getAllByRole('button', { name: 'Go to the payment page' }).at(-1) as HTMLElement);
    await waitFor(() => expect(submitted).toHaveBeenCalled());
    expect(posted(calls)).toMatchObject([{ amount: 30000, payType: 7 }]);
  });

  it('of a gateway is in dollars or euros too: price, rate and bounds are told before', async () => {
    const currencies = [
      { currency: 'RMB', rate: 1 },
      { currency: 'USD', rate: 7 },
      { currency: 'EUR', rate: 8 },
    ] as never;
    const calls = provide([way(2, 'scan'), { ...way(7, 'page'), currencies }]);
    const { submitted } = fakeWindow();
    const { user } = await shown();
    await user.click(screen.getByRole('tab', { name: 'Transfer' }));
    await user.click(await screen.findByRole('radio', { name: 'USD' }));
    expect(screen.getByTestId('to-pay')).toHaveTextContent('US$42.86');
    expect(screen.getByText('1 USD = 700.00 credits')).toBeVisible();
    await user.type(other(), '299');
    expect(await screen.findAllByText('At least 300 credits (US$0.43)')).not.toHaveLength(0);
    await user.type(other(), '0');
    await user.click(screen.getByRole('button', { name: 'Go to the payment page' }));
    await screen.findByText('Pay US$4.28 on the payment page?');
    await user.click(screen.getAllByRole('button', { name: 'Go to the payment page' }).at(-1) as HTMLElement);
    await waitFor(() => expect(submitted).toHaveBeenCalled());
    expect(posted(calls)).toMatchObject([{ amount: 2990, payType: 7, currency: 'USD', payAmount: 4.28 }]);
  });

  it('costs what the server asks, to the cent', () => {
    const of = (rate: number) => ({ currency: 'USD', rate }) as never;
    expect([7, 7.1023, 0.01].map((r) => centsOf(30_000, of(r)))).toEqual([4286, 4224, 3_000_000]);
    expect(centsOf(700, of(7))).toBe(100);
  });
});

describe('USDT', () => {
  beforeEach(() => {
    useSession.setState({ permissions: ['ustd:third:trc20', 'ustd:third:erc20'] });
    pending = null;
    coin = COIN;
  });
  afterEach(() => {
    pending = null;
  });

  it('has a tab for each chain that is permitted; an address comes before the hash', async () => {
    const calls = provide(WAYS, [5, 3]);
    const { user } = await shown();
    await user.click(screen.getByRole('tab', { name: 'Transfer' }));
    await user.click(await screen.findByRole('tab', { name: 'TRC20' }));
    expect(screen.getByRole('tab', { name: 'ERC20' })).toBeVisible();
    expect(screen.queryByRole('tab', { name: 'OMNI' })).toBeNull();
    expect(await screen.findByText(/1 USDT is 720.00 credits now/)).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'Get the address' }));
    await waitFor(() => expect(posted(calls)).toEqual([{ payType: 5, rechargeType: 1 }]));
    expect(await screen.findByRole('img', { name: 'Receiving address' })).toBeVisible();
  });

  it('has no tab for who was not given the right', async () => {
    provide();
    const { user } = await shown();
    await user.click(screen.getByRole('tab', { name: 'Transfer' }));
    expect(screen.queryByRole('tab', { name: 'TRC20' })).toBeNull();
  });

  it('with an open order begins at its hash, and the other chains are locked', async () => {
    pending = COIN;
    const calls = provide(WAYS, [5, 3]);
    useOverlay.setState({ wish: {} });
    await Promise.all([loadWords(['antd', 'money', 'topup']), RealQr.preload()]);
    const { user } = await show(<TopUp open onClose={onClose} />);
    expect(await screen.findByText('TAddress')).toBeVisible();
    expect(screen.getByRole('tab', { name: 'ERC20' })).toHaveAttribute('aria-disabled', 'true');
    await user.type(screen.getByRole('textbox', { name: 'Transaction hash' }), ' abc ');
    await user.click(screen.getByRole('button', { name: 'Submit the hash' }));
    await waitFor(() =>
      expect(calls.find((c) => c.method === 'PUT')?.body).toEqual({
        id: 'u1',
        address: 'TAddress',
        step: 2,
        hash: 'abc',
      }),
    );
    expect(await screen.findByText('3 of 12 confirmations')).toBeVisible();
  });
});
