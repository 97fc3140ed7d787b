import { onlineManager } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { Input } from 'antd';
import { Activity, useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ignoreSecondClicks } from '@/app/clicks';
import { useTabs } from '@/app/tabs/useTabs';
import { ActionButton } from '@/kit/action/ActionButton';
import { Field } from '@/kit/form/Field';
import { OverlayForm } from '@/kit/form/OverlayForm';
import { forgetUnsaved, unsavedIn, useUnsaved } from '@/kit/form/unsaved';
import { useAskAbove } from '@/kit/pay/MoneySummary';
import { ApiError } from '@/lib/api/error';
import { forgetPending, sendOnce } from '@/lib/api/idempotency';
import { useApiMutation } from '@/lib/api/mutation';
import { request } from '@/lib/api/request';
import { queryClient } from '@/lib/query';
import type { MenuNode } from '@/lib/router/menuNode';
import { navigate, PagePath, usePath, useSearch } from '@/lib/router/navigate';
import { useSession } from '@/lib/session';
import { useApp } from '@/lib/toasts';
import { type Call, ok, refuse, serve } from './server';
import { show } from './util';

type Answer = ReturnType<typeof ok>;
let answer: (call: Call) => Answer | Promise<Answer>;
let calls: Call[] = [];
beforeEach(() => {
  queryClient.clear();
  window.localStorage.clear();
  forgetPending();
  window.history.replaceState(null, '', '/here');
  useSession.setState({ token: 't', refreshToken: 'r', permissions: [], info: { userId: 'u' } as never, ended: false });
  answer = () => ok({ id: 'new' });
  calls = serve((c) => answer(c));
});
afterEach(() => {
  onlineManager.setOnline(true);
  forgetUnsaved('/here');
  vi.unstubAllGlobals();
});

const posts = () => calls.filter((c) => c.method === 'POST' && !c.url.includes('/oauth/'));
const keys = () => new Set(posts().map((c) => c.headers['Idempotency-Key']));
const create = (name: string) => request('post', '/aty/contactsgroup', { body: { name, countryCode: 'BR' } });
/** An answer that is given by hand. */
function later() {
  let give!: (a: Answer) => void;
  answer = () =>
    new Promise((done) => {
      give = done;
    });
  return (a: Answer) => act(async () => give(a));
}
const storedCalls = () => Object.keys(window.localStorage).filter((name) => name.startsWith('pendingCall'));
const lost = () => {
  throw new TypeError('Failed to fetch');
};

describe('one question has one Idempotency-Key', () => {
  it('while a call is under way the same one joins it', async () => {
    const give = later();
    const [a, b] = [sendOnce(create('Mine')), sendOnce(create('Mine'))];
    await waitFor(() => expect(posts()).toHaveLength(1));
    await give(ok({ id: '1' }));
    expect(await Promise.all([a, b])).toEqual([{ id: '1' }, { id: '1' }]);
    expect(posts()).toHaveLength(1);
  });

  it('a call without an answer is repeated under its key, also after a reload; an answered one is another question', async () => {
    answer = lost;
    await expect(sendOnce(create('Mine'))).rejects.toThrow(ApiError);
    forgetPending(); // the page was loaded anew
    answer = () => ({ status: 503, body: '' });
    await expect(sendOnce(create('Mine'))).rejects.toThrow(ApiError);
    answer = () => ok({ id: '1' });
    await sendOnce(create('Mine'));
    expect(posts()).toHaveLength(3);
    expect(keys().size).toBe(1);
    await sendOnce(create('Mine'));
    expect(keys().size).toBe(2);
    answer = () => refuse(400);
    await expect(sendOnce(create('Mine'))).rejects.toThrow(ApiError);
    answer = () => ok({ id: '1' });
    await sendOnce(create('Mine'));
    expect(keys().size).toBe(4);
    expect(storedCalls()).toEqual([]);
  });

  it('another change of the same thing that is answered supersedes what is pending', async () => {
    const lock = (status: 'locked' | 'enabled') =>
      request('put', '/sysuser/status/{id}', { path: { id: '7' }, query: { status } });
    answer = lost;
    await expect(sendOnce(lock('locked'))).rejects.toThrow();
    answer = () => ok(null);
    await sendOnce(lock('enabled'));
    await sendOnce(lock('locked'));
    const sent = calls.map((c) => c.headers['Idempotency-Key']);
    expect(new Set(sent).size).toBe(3);
  });

  it('nothing of a password is stored, and another user has other keys', async () => {
    answer = lost;
    const body = { oldPass: 'a', newPass: 'b', confirmPass: 'b' };
    await expect(sendOnce(request('put', '/pi/personal/info/pass', { body }))).rejects.toThrow();
    expect(storedCalls()).toEqual([]);
    await expect(sendOnce(create('Mine'))).rejects.toThrow();
    useSession.setState({ info: { userId: 'other' } as never });
    await expect(sendOnce(create('Mine'))).rejects.toThrow();
    expect(keys().size).toBe(2);
  });

  it('a text with such a word in it, and the answer of a review, are no secrets', async () => {
    const review = request('put', '/gc/groupsendorder/review', {
      body: { ids: ['1'], versions: { 1: 3 }, pass: true },
    });
    for (const call of [create('Sua passagem, "pass": "é hoje"'), review]) {
      answer = lost;
      await expect(sendOnce(call as ReturnType<typeof create>)).rejects.toThrow(ApiError);
      forgetPending(); // the page was loaded anew
      answer = () => ok(null);
      await sendOnce(call as ReturnType<typeof create>);
      const sent = calls.splice(0).map((c) => c.headers['Idempotency-Key']);
      expect(sent).toHaveLength(2);
      expect(new Set(sent).size).toBe(1);
    }
  });

  it('a first try that is still carried out is waited for', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 500 });
    let n = 0;
    answer = () => (++n < 3 ? refuse(409, 40902) : ok({ id: '1' }));
    expect(await sendOnce(create('Mine'))).toEqual({ id: '1' });
    vi.useRealTimers();
    expect(posts()).toHaveLength(3);
    expect(keys().size).toBe(1);
  });

  it('the same call in another tab has the same key', async () => {
    answer = lost;
    await expect(sendOnce(create('Mine'))).rejects.toThrow(ApiError);
    forgetPending(); // another tab remembers nothing of this one but what is stored
    answer = () => ok({ id: '1' });
    await sendOnce(create('Mine'));
    expect(posts()).toHaveLength(2);
    expect(keys().size).toBe(1);
  });

  it('two tabs that store calls at one moment lose no key', async () => {
    answer = lost;
    const unseen = vi.spyOn(Storage.prototype, 'getItem').mockReturnValue(null); // each reads before the other has written
    await expect(sendOnce(create('Mine'))).rejects.toThrow(ApiError);
    forgetPending(); // the other tab
    await expect(sendOnce(create('Yours'))).rejects.toThrow(ApiError);
    unseen.mockRestore();
    forgetPending(); // both are loaded anew
    answer = () => ok({ id: '1' });
    await sendOnce(create('Mine'));
    await sendOnce(create('Yours'));
    const sent = posts().map((c) => c.headers['Idempotency-Key']);
    expect([sent[2], sent[3]]).toEqual([sent[0], sent[1]]);
    expect(storedCalls()).toEqual([]);
  });

  it('expired calls, entries that cannot be read, and the oldest of too many are removed', async () => {
    const age = (at: number) => JSON.stringify({ key: 'k', at });
    for (let i = 0; i < 60; i++) window.localStorage.setItem(`pendingCall.${i}`, age(Date.now() - 60_000 + i));
    window.localStorage.setItem('pendingCall.expired', age(Date.now() - 82_800_001));
    window.localStorage.setItem('pendingCall.broken', '{');
    answer = lost;
    await expect(sendOnce(create('Mine'))).rejects.toThrow(ApiError);
    expect(storedCalls()).toHaveLength(50);
    for (const gone of ['0', '10', 'expired', 'broken']) expect(storedCalls()).not.toContain(`pendingCall.${gone}`);
    expect(storedCalls()).toContain('pendingCall.59');
  });

  it('a session that ends answers nothing: the call keeps its key', async () => {
    answer = lost;
    await expect(sendOnce(create('Mine'))).rejects.toThrow(ApiError);
    answer = () => refuse(401);
    await expect(sendOnce(create('Mine'))).rejects.toThrow(ApiError);
    useSession.setState({ token: 't', refreshToken: 'r', info: { userId: 'u' } as never });
    answer = () => ok({ id: '1' });
    await sendOnce(create('Mine'));
    expect(keys().size).toBe(1);
  });

  it('without a storage it works as far as the page lives', async () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('blocked', 'SecurityError');
    });
    answer = lost;
    await expect(sendOnce(create('Mine'))).rejects.toThrow(ApiError);
    answer = () => ok({ id: '1' });
    await sendOnce(create('Mine'));
    vi.restoreAllMocks();
    expect(keys().size).toBe(1);
  });
});

let start!: (name: string) => void;
function Starter({ onDone }: { onDone: () => void }) {
  start = useApiMutation(create, { onDone }).mutate;
  return null;
}

describe('a mutation of a hook', () => {
  it('tells its result once, however often it is started, and also when its page is gone', async () => {
    const give = later();
    const onDone = vi.fn();
    const { again } = await show(<Starter onDone={onDone} />);
    act(() => {
      start('Mine');
      start('Mine');
    });
    await again(null);
    await give(ok({ id: '1' }));
    await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1));
    expect(posts()).toHaveLength(1);
  });
});

type FormProps = {
  mode?: 'visible' | 'hidden';
  open?: boolean;
  confirm?: () => Promise<{ title: string; content: string }>;
  onClose?: () => void;
};
function Form({ mode = 'visible', open = true, confirm, onClose = () => {} }: FormProps) {
  return (
    <Activity mode={mode}>
      <OverlayForm<{ name: string }, { id: string }>
        in="modal"
        open={open}
        title="New"
        confirm={confirm}
        send={({ name }) => create(name)}
        onClose={onClose}
      >
        <Field name="name" label="Name" required>
          <Input />
        </Field>
      </OverlayForm>
    </Activity>
  );
}
function Closing({ confirm }: Pick<FormProps, 'confirm'>) {
  const [open, setOpen] = useState(true);
  return open ? <Form confirm={confirm} onClose={() => setOpen(false)} /> : null;
}
function Reopening() {
  const [open, setOpen] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        open
      </button>
      <Form open={open} onClose={() => setOpen(false)} />
    </>
  );
}
const save = () => screen.getByRole('button', { name: /Save/ });

describe('a form', () => {
  it('is sent once by two clicks, Enter, and Enter with another value', async () => {
    const give = later();
    const { user } = await show(<Form />);
    await user.type(screen.getByLabelText('Name'), 'Mine');
    fireEvent.click(save());
    fireEvent.click(save());
    await user.type(screen.getByLabelText('Name'), '{Enter}2{Enter}');
    await waitFor(() => expect(posts()).toHaveLength(1));
    await user.type(screen.getByLabelText('Name'), '3{Enter}');
    await give(ok({ id: '1' }));
    await screen.findByText('Saved');
    expect(posts()).toHaveLength(1);
  });

  it('that is hidden before the answer closes, says so, and is not sent again', async () => {
    const give = later();
    const onClose = vi.fn();
    const { user, again } = await show(<Form onClose={onClose} />);
    await user.type(screen.getByLabelText('Name'), 'Mine');
    await user.click(save());
    await waitFor(() => expect(posts()).toHaveLength(1));
    await again(<Form mode="hidden" onClose={onClose} />);
    await give(ok({ id: '1' }));
    await screen.findByText('Saved');
    expect(onClose).toHaveBeenCalledTimes(1);
    await again(<Form onClose={onClose} />);
    await user.click(save());
    expect(screen.getByLabelText('Name')).toHaveValue('');
    expect(posts()).toHaveLength(1);
  });

  it('that is hidden before its refusal says it', async () => {
    const give = later();
    const { user, again } = await show(<Form />);
    await user.type(screen.getByLabelText('Name'), 'Mine');
    await user.click(save());
    await waitFor(() => expect(posts()).toHaveLength(1));
    await again(<Form mode="hidden" />);
    await give(refuse(400, 400, 'Name is taken', { errors: [{ field: 'name', message: 'Name is taken' }] }));
    await again(<Form />);
    await waitFor(() => expect(document.body).toHaveTextContent('Name is taken'));
  });

  it('that is cancelled while the token is renewed is never sent, and can be sent anew', async () => {
    let renew = () => {};
    const renewed = new Promise<void>((done) => {
      renew = done;
    });
    answer = async (c) => {
      if (c.url.includes('/oauth/refresh')) {
        await renewed;
        return ok({
          token: 'fresh',
          refresh_token: 'r2',
          expires_in: 60,
          info: { userId: 'u' },
          roles: [],
          permissions: [],
        });
      }
      return c.headers.Authorization === 'Bearer t' ? refuse(401) : ok({ id: '1' });
    };
    const made = () => posts().filter((c) => c.url.includes('/aty/contactsgroup'));
    const { user } = await show(<Reopening />);
    await user.type(screen.getByLabelText('Name'), 'Mine');
    await user.click(save());
    await waitFor(() => expect(calls.some((c) => c.url.includes('/oauth/refresh'))).toBe(true));
    expect(made()).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    await user.click(await screen.findByRole('button', { name: 'open' }));
    await user.type(await screen.findByLabelText('Name'), 'Other');
    await user.click(save());
    await act(async () => renew());
    await screen.findByText('Saved');
    expect(made()).toHaveLength(2 + 1); // refused, refused while the token is renewed, sent
    expect(made().map((c) => (c.body as { name: string }).name)).toEqual(['Mine', 'Other', 'Other']);
  });

  it('whose question waits for facts asks nothing after it was closed', async () => {
    let tell = () => {};
    const told = new Promise<void>((done) => {
      tell = done;
    });
    const confirm = () => told.then(() => ({ title: 'Much?', content: 'Much more.' }));
    const { user } = await show(<Closing confirm={confirm} />);
    await user.type(screen.getByLabelText('Name'), 'Mine');
    await user.click(save());
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.queryByLabelText('Name')).toBeNull());
    await act(async () => tell());
    expect(screen.queryByText('Much?')).toBeNull();
    expect(posts()).toHaveLength(0);
  });

  it('without a network fails at once, and what was cancelled is never sent', async () => {
    const { user } = await show(<Closing />);
    onlineManager.setOnline(false);
    answer = lost;
    await user.type(screen.getByLabelText('Name'), 'Mine');
    await user.click(save());
    await screen.findByText(/The server can’t be reached/);
    expect(posts()).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    await act(async () => onlineManager.setOnline(true));
    await waitFor(() => expect(screen.queryByLabelText('Name')).toBeNull());
    expect(posts()).toHaveLength(1);
  });
});

/** Dialogs that are not on their way out, which never ends without a browser. */
const dialogs = (of = '.ant-modal') => document.querySelectorAll(`${of}:not([class*="leave"])`).length;

const lastButton = async (name: string) => (await screen.findAllByRole('button', { name })).at(-1) as HTMLElement;

let ask!: ReturnType<typeof useAskAbove>;
let modal!: ReturnType<typeof useApp>['modal'];
let search!: ReturnType<typeof useSearch>;
/** Gives what a page's hooks gave it. */
function Page() {
  ask = useAskAbove(10);
  modal = useApp().modal;
  search = useSearch();
  return null;
}

const MENU = Array.from({ length: 20 }, (_, i) => ({
  id: `${i}`,
  type: 1,
  path: `/p${i}`,
  title: `P${i}`,
})) as MenuNode[];
function Typed() {
  const unsaved = useUnsaved();
  return <input aria-label="typed" onChange={() => unsaved.typed()} />;
}
function Tabs() {
  const path = usePath();
  const { mounted, active } = useTabs(
    MENU,
    MENU.find((m) => m.path === path),
    true,
  );
  return mounted.map(({ node, key }) => (
    <Activity key={key} mode={node.path === active ? 'visible' : 'hidden'}>
      <PagePath value={node.path}>
        <div data-path={node.path}>
          <Typed />
        </div>
      </PagePath>
    </Activity>
  ));
}

describe('a question', () => {
  it('is asked once while it is open, and its action runs once', async () => {
    const run = vi.fn();
    const { user } = await show(<Page />);
    await act(async () => {
      void ask(20, '20 credits', run);
      void ask(20, '20 credits', run);
    });
    await waitFor(() => expect(dialogs()).toBe(1));
    await user.dblClick(await lastButton('OK'));
    await waitFor(() => expect(dialogs()).toBe(0));
    expect(run).toHaveBeenCalledTimes(1);
    await act(async () => void ask(20, '20 credits', run));
    await waitFor(() => expect(dialogs()).toBe(1));
    await user.click(await lastButton('Cancel'));
    await waitFor(() => expect(dialogs()).toBe(0));
    await act(async () => void ask(20, '20 credits', run));
    await waitFor(() => expect(dialogs()).toBe(1));
    await user.click(await lastButton('OK'));
    await waitFor(() => expect(run).toHaveBeenCalledTimes(2));
  });

  it('that was answered cannot be cancelled while its action runs', async () => {
    let end = () => {};
    const run = () =>
      new Promise<void>((done) => {
        end = done;
      });
    const { user } = await show(<Page />);
    await act(async () => void modal.confirm({ title: 'Pay?', onOk: run }));
    await waitFor(() => expect(dialogs()).toBe(1));
    await user.click(await lastButton('OK'));
    expect(await lastButton('Cancel')).toBeDisabled();
    await act(async () => end());
    await waitFor(() => expect(dialogs()).toBe(0));
  });

  it('goes with its form', async () => {
    const run = vi.fn();
    const form = new AbortController();
    await show(<Page />);
    await act(async () => void ask(20, '20 credits', run, form.signal));
    await waitFor(() => expect(dialogs()).toBe(1));
    act(() => form.abort());
    await waitFor(() => expect(dialogs()).toBe(0));
    expect(run).not.toHaveBeenCalled();
  });

  it('is withdrawn when its page is left', async () => {
    const run = vi.fn();
    await show(<Page />);
    await act(async () => void modal.confirm({ title: 'Pay?', onOk: run }));
    await waitFor(() => expect(dialogs()).toBe(1));
    act(() => navigate('/here?part=1'));
    expect(dialogs()).toBe(1);
    act(() => navigate('/there'));
    await waitFor(() => expect(dialogs()).toBe(0));
    await act(async () => void modal.confirm({ title: 'Pay?', onOk: run }));
    await waitFor(() => expect(dialogs()).toBe(1));
    expect(run).not.toHaveBeenCalled();
  });

  it('of a button is asked once, and the second click of a double click does nothing', async () => {
    const run = vi.fn();
    const { user } = await show(
      <>
        <ActionButton confirm={{ title: 'Sure?' }} onAct={run}>
          Pay
        </ActionButton>
        <ActionButton onAct={run}>Sync</ActionButton>
      </>,
    );
    await user.dblClick(screen.getByRole('button', { name: 'Sync' }));
    await waitFor(() => expect(run).toHaveBeenCalledTimes(1));
    fireEvent.click(screen.getByRole('button', { name: 'Pay' }));
    fireEvent.click(screen.getAllByRole('button', { name: /Pay/ })[0] as HTMLElement);
    await waitFor(() => expect(dialogs()).toBe(1));
  });
});

it('the second click of a double click reaches no button that does something', () => {
  document.body.innerHTML = '<button class="ant-btn-primary"><span>Pay</span></button><button>Next month</button>';
  const [pay, next] = [...document.body.querySelectorAll('button')] as HTMLElement[];
  const pressed: string[] = [];
  for (const b of [pay, next]) b?.addEventListener('click', () => pressed.push(b.textContent ?? ''));
  const end = ignoreSecondClicks();
  for (const detail of [1, 2, 3]) {
    fireEvent.click(pay?.firstElementChild as Element, { detail });
    fireEvent.click(next as Element, { detail });
  }
  fireEvent.click(pay as Element, { detail: 0 }); // by a key
  end();
  expect(pressed).toEqual(['Pay', 'Next month', 'Next month', 'Next month', 'Pay']);
  document.body.innerHTML = '';
});

it('a second quick Enter, or a held one, does not reach a button that does something and was not the first one', () => {
  document.body.innerHTML = '<input /><button class="ant-btn-primary">Pay</button><button>Next month</button>';
  const [field, pay, next] = [...document.body.children] as HTMLElement[];
  const end = ignoreSecondClicks();
  const enter = (on: HTMLElement | undefined, at: number, repeat = false) => {
    const e = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, repeat });
    Object.defineProperty(e, 'timeStamp', { value: at });
    on?.dispatchEvent(e);
    return e.defaultPrevented ? 'kept away' : 'taken';
  };
  expect(enter(field, 1000)).toBe('taken'); // asks
  expect(enter(pay, 1100)).toBe('kept away'); // the question came into focus
  expect(enter(pay, 1300)).toBe('kept away');
  expect(enter(pay, 1900)).toBe('taken'); // it was read
  expect(enter(pay, 1950, true)).toBe('kept away');
  expect(enter(next, 2000)).toBe('taken');
  end();
  expect(enter(field, 3000)).toBe('taken');
  expect(enter(pay, 3010)).toBe('taken');
  document.body.innerHTML = '';
});

describe('a hidden page', () => {
  it('does not navigate: its parameters wait for its next visit', async () => {
    window.history.replaceState(null, '', '/b?typing=1');
    await show(<Page />, '/a');
    act(() => search.set({ id: '7' }));
    expect(window.location.pathname).toBe('/b');
    expect(search.params.get('id')).toBe('7');
  });

  it('keeps what was typed when a seventeenth tab is opened', async () => {
    const field = () => document.querySelector<HTMLInputElement>('[data-path="/p0"] input');
    window.history.replaceState(null, '', '/p0');
    const { user } = await show(<Tabs />);
    await user.type(field() as HTMLInputElement, 'a long text');
    for (let i = 1; i <= 17; i++) await act(async () => navigate(`/p${i}`));
    expect(document.querySelector('[data-path="/p1"]')).toBeNull();
    expect(['/p0', '/p1'].map(unsavedIn)).toEqual([true, false]);
    await act(async () => navigate('/p0'));
    expect(field()).toHaveValue('a long text');
    forgetUnsaved('/p0');
  });
});
