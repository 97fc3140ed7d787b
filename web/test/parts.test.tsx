import { act, screen, waitFor, within } from '@testing-library/react';
import { Input } from 'antd';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useTabs } from '@/app/tabs/useTabs';
import { Field } from '@/kit/form/Field';
import { OverlayForm } from '@/kit/form/OverlayForm';
import { forgetUnsaved, unsavedIn } from '@/kit/form/unsaved';
import { DetailPage } from '@/kit/page/DetailPage';
import { ErrorAlert } from '@/kit/page/ErrorAlert';
import { Countdown } from '@/kit/pay/Countdown';
import { MoneySummary, useAskAbove, useBalanceLines } from '@/kit/pay/MoneySummary';
import { PaymentResult, type PaymentState } from '@/kit/pay/PaymentResult';
import { Qr, RealQr } from '@/kit/pay/Qr';
import type { Columns } from '@/kit/resource/schema';
import { request } from '@/lib/api/request';
import type { RecordOf } from '@/lib/api/types';
import { queryClient } from '@/lib/query';
import { pageAt } from '@/lib/router/menu';
import type { MenuNode } from '@/lib/router/menuNode';
import { navigate, usePath } from '@/lib/router/navigate';
import { useSession } from '@/lib/session';
import { type Call, ok, refuse, serve } from './server';
import { show } from './util';

type Values = { name: string; remark?: string };
let answer: (call: Call) => ReturnType<typeof ok> = () => ok({ id: 'new' });
let calls: Call[] = [];

beforeEach(() => {
  queryClient.clear();
  window.history.replaceState(null, '', '/here');
  useSession.setState({ token: 't', permissions: [], info: { userId: 'u' } as never });
  answer = () => ok({ id: 'new' });
  calls = serve((c) => answer(c));
});
afterEach(() => {
  forgetUnsaved('/here');
  vi.unstubAllGlobals();
});

const send = ({ name, remark }: Values) =>
  request('post', '/aty/contactsgroup', { body: { name, remark, countryCode: 'BR' } });

describe('a form over its page', () => {
  const form = (onClose: () => void, onDone?: (data: { id: string }) => void) => (
    <OverlayForm<Values, { id: string }> in="modal" open title="New" send={send} onClose={onClose} onDone={onDone}>
      <Field name="name" label="Name" required>
        <Input />
      </Field>
    </OverlayForm>
  );

  it('asks before what was typed is lost', async () => {
    const onClose = vi.fn();
    const { user } = await show(form(onClose));
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(onClose).toHaveBeenCalledTimes(1); // nothing was typed

    await user.type(screen.getByLabelText('Name'), 'Mine');
    expect(unsavedIn('/here')).toBe(true);
    expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(false); // the browser asks, too
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
    expect(onClose).toHaveBeenCalledTimes(1);
    expect(screen.getByLabelText('Name')).toHaveValue('Mine');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    const discard = await waitFor(() => {
      const found = screen.getAllByRole('button', { name: 'Discard' });
      expect(found).toHaveLength(2); // one of them is on its way out
      return found[1] as HTMLElement;
    });
    await user.click(discard);
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(2));
    expect(screen.getByLabelText('Name')).toHaveValue('');
  });

  it('sends once, shows a refusal at its field, then says that it is saved and is empty', async () => {
    const onDone = vi.fn();
    const { user } = await show(form(() => {}, onDone));
    answer = () => refuse(400, 400, 'bad', { errors: [{ field: 'name', message: 'Used' }] });
    await user.type(screen.getByLabelText('Name'), 'Mine');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Used');
    expect(screen.getByLabelText('Name')).toHaveValue('Mine');
    answer = () => ok({ id: 'x' });
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Saved');
    expect(calls.at(-1)?.body).toEqual({ name: 'Mine', countryCode: 'BR' });
    expect(onDone).toHaveBeenCalledWith({ id: 'x' });
    expect(screen.getByLabelText('Name')).toHaveValue('');
  });
});

function Summary({ run }: { run: () => void }) {
  const ask = useAskAbove(100);
  return (
    <MoneySummary label="Cost" title="You pay" amount="5" lines={useBalanceLines(0.3, -0.1)}>
      <button type="button" onClick={() => ask(100, '100 credits', run)}>
        little
      </button>
      <button type="button" onClick={() => ask(101, '101 credits', run)}>
        much
      </button>
    </MoneySummary>
  );
}

describe('money', () => {
  it('shows the balance before and after with its unit, and asks once more above a limit', async () => {
    const run = vi.fn();
    const { user } = await show(<Summary run={run} />);
    const cost = screen.getByRole('region', { name: 'Cost' });
    expect(within(cost).getByText('Balance after').nextSibling).toHaveTextContent('0.20 credits');
    await user.click(screen.getByRole('button', { name: 'little' }));
    expect(run).toHaveBeenCalledTimes(1);
    await user.click(screen.getByRole('button', { name: 'much' }));
    const asked = await screen.findByRole('dialog');
    expect(asked).toHaveTextContent('Confirm 101 credits?');
    expect(run).toHaveBeenCalledTimes(1);
    await user.click(within(asked).getByRole('button', { name: 'OK' }));
    await waitFor(() => expect(run).toHaveBeenCalledTimes(2));
  });

  it('follows a payment to its end', async () => {
    for (const [state, text] of [
      ['success', 'Payment received'],
      ['failed', 'The payment failed'],
      ['timeout', /No payment has arrived yet/],
    ] as const) {
      let now: PaymentState = 'pending';
      const onEnd = vi.fn();
      const query = { queryKey: ['pay', state], queryFn: async () => now };
      const { again } = await show(
        <PaymentResult<PaymentState> query={query} stateOf={(s) => s} onEnd={onEnd} onAgain={() => {}} why="Paid short">
          <p>the code</p>
        </PaymentResult>,
      );
      await screen.findByText('the code');
      expect(onEnd).not.toHaveBeenCalled();
      now = state;
      await queryClient.refetchQueries({ queryKey: ['pay', state] });
      await screen.findByText(text);
      expect(onEnd).toHaveBeenCalledExactlyOnceWith(state, state);
      expect(screen.queryByText('Paid short') !== null).toBe(state === 'failed');
      expect(screen.queryByRole('button', { name: 'Pay again' }) === null).toBe(state === 'success');
      await again(null);
    }
  });

  it('draws a code for a camera and the time that is left', async () => {
    await RealQr.preload();
    await show(
      <>
        <Qr text="https://pay/x" label="Scan it" />
        <Countdown until={Date.now() + 600_000} label="Time left" />
      </>,
    );
    expect(screen.getByRole('img', { name: 'Scan it' }).querySelector('svg')).not.toBeNull();
    expect(screen.getByRole('timer', { name: 'Time left' })).toHaveTextContent(/^(10:00|09:\d\d)$/);
  });
});

const menu: MenuNode[] = ['/here', '/there'].map((path) => ({ id: path, type: 1, path, uri: 'x', title: path }));

/** The tabs of two pages, of which the shown one has a form. */
function Tabs({ many }: { many: boolean }) {
  const tabs = useTabs(menu, pageAt(menu, usePath()), many);
  return (
    <>
      <p>open: {tabs.nodes.map((n) => n.path).join(' ')}</p>
      <button type="button" onClick={() => tabs.close('/here', 'one')}>
        close it
      </button>
      <OverlayForm<Values> in="modal" open title="New" send={send} onClose={() => {}}>
        <Field name="name" label="Name">
          <Input />
        </Field>
      </OverlayForm>
    </>
  );
}

describe('a page with something that is not saved', () => {
  beforeEach(() => window.sessionStorage.clear());

  it('is not closed without a question', async () => {
    window.sessionStorage.setItem('tabs', JSON.stringify(['/here', '/there']));
    const { user } = await show(<Tabs many />);
    await user.type(screen.getByLabelText(/Name/), 'x');
    await user.click(screen.getByText('close it'));
    expect(screen.getByText('open: /here /there')).toBeInTheDocument();
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    await screen.findByText('open: /there');
    expect(unsavedIn('/here')).toBe(false);
  });

  it('is not left without a question where one page is open at a time', async () => {
    const { user } = await show(<Tabs many={false} />);
    await user.type(screen.getByLabelText(/Name/), 'x');
    await act(async () => navigate('/there'));
    expect(window.location.pathname).toBe('/here');
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(window.location.pathname).toBe('/there'));
    await act(async () => navigate('/here')); // nothing is lost now
    expect(window.location.pathname).toBe('/here');
  });
});

describe('the page of a row', () => {
  type P = '/aty/contactsgroup/page';
  const columns: Columns<P, 'contact'> = {
    name: { only: 'list' },
    countryCode: { as: 'country' },
    waCount: { as: 'count' },
    customerName: { only: 'filter', filter: true },
    remark: { only: 'detail' },
  };
  const row = { id: 'g', name: 'Mine', countryCode: 'BR', waCount: 1200, remark: '' } as RecordOf<P>;
  const page = (of: { data: RecordOf<P> | undefined; error: unknown; refetch: () => unknown }) => (
    <DetailPage
      words="contact"
      columns={columns}
      query={of}
      title={(c) => c.name}
      back={{ label: 'Back', onClick: () => {} }}
      prefix="m_"
      tabs={[
        { key: 'one', label: 'One', content: (c) => <p>first of {c.name}</p> },
        { key: 'two', label: 'Two', content: () => <p>second</p> },
      ]}
    />
  );

  it('tells its facts from the columns of the list, and keeps its tab in the address', async () => {
    const { user } = await show(page({ data: row, error: null, refetch: () => {} }));
    expect(screen.getByRole('heading', { name: 'Mine' })).toBeInTheDocument();
    expect(screen.getAllByRole('term').map((e) => e.textContent)).toEqual(['Country', 'On WhatsApp', 'Remark']);
    expect(screen.getAllByRole('definition').map((e) => e.textContent)).toEqual(['Brazil', '1,200', '–']);
    expect(screen.getByText('first of Mine')).toBeInTheDocument();
    await user.click(screen.getByRole('radio', { name: 'Two' }));
    await screen.findByText('second');
    expect(window.location.search).toBe('?m_tab=two');
  });

  it('says what went wrong, and asks again', async () => {
    const refetch = vi.fn();
    const { user } = await show(page({ data: undefined, error: new Error('x'), refetch }));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(refetch).toHaveBeenCalledOnce();
  });
});

describe('a part that did not come', () => {
  it('says why, and asks again', async () => {
    const again = vi.fn();
    const { user } = await show(<ErrorAlert error={new Error('x')} onRetry={again} />);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(again).toHaveBeenCalledOnce();
  });
});
