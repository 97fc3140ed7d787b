import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { Input } from 'antd';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ExportDialog } from '@/kit/export/ExportButton';
import { Field } from '@/kit/form/Field';
import type { Resource } from '@/kit/resource/descriptor';
import { ResourcePage } from '@/kit/resource/ResourcePage';
import { request } from '@/lib/api/request';
import { queryClient } from '@/lib/query';
import { useSession } from '@/lib/session';
import { type Call, ok, refuse, serve } from './server';
import { show as render } from './util';

type Values = { name: string; remark?: string };
const row = (n: number) => ({ id: `g${n}`, name: `Group ${n}`, countryCode: 'BR', memberCount: n, remark: '' });

const resource: Resource<'/aty/contactsgroup/page', 'contact', Values> = {
  list: '/aty/contactsgroup/page',
  words: 'contact',
  title: 'Groups',
  empty: 'No groups yet',
  columns: {
    name: { sort: true, fixed: true, filter: true, filterTitle: 'By name' },
    memberCount: { title: 'Members', as: 'count' },
    remark: { hidden: true },
    createTime: { only: 'filter', filter: 'days' },
  },
  form: {
    add: { permission: 'aty:contactsgroup:add' },
    update: {},
    send: ({ name, remark = '' }, row) =>
      row
        ? request('put', '/aty/contactsgroup', { body: { id: row.id, name, remark } })
        : request('post', '/aty/contactsgroup', { body: { name, remark, countryCode: 'BR' } }),
    defaults: { remark: 'new' },
    fields: () => (
      <>
        <Field name="name" label="Group name" required rules={(r) => [r.max(20)]}>
          <Input />
        </Field>
        <Field name="remark" label="Note">
          <Input />
        </Field>
      </>
    ),
  },
  actions: [
    {
      key: 'del',
      label: 'Delete',
      danger: true,
      permission: 'aty:contactsgroup:del',
      disabled: (r) => r.memberCount > 1 && 'It has members',
      confirm: (r) => ({ title: `Delete ${r.name}?`, content: 'Gone for ever', ok: 'Yes' }),
      call: ({ id }) => request('delete', '/aty/contactsgroup/{id}', { path: { id } }),
      done: 'Deleted',
    },
  ],
  batch: [
    {
      key: 'all',
      label: 'Delete all',
      call: (rows) =>
        request('delete', '/aty/contactsgroup/{id}/member', {
          path: { id: 'x' },
          body: { phoneNumbers: rows.map((r) => r.name) },
        }),
    },
  ],
  export: true,
};

let answer: (call: Call) => ReturnType<typeof ok> = () => ok(null);
let calls: Call[] = [];
const list = () => calls.filter((c) => c.url.includes('/page?'));

const show = async () => (await render(<ResourcePage resource={resource} />, '/groups')).user;

const page = (call: Call, rows = [row(1), row(2)]) =>
  call.url.includes('/page?') ? ok({ records: rows, total: rows.length, current: 1, size: 10 }) : ok({ id: 'new' });

beforeEach(() => {
  queryClient.clear();
  window.history.replaceState(null, '', '/groups');
  useSession.setState({
    token: 't',
    permissions: ['aty:contactsgroup:add', 'aty:contactsgroup:del'],
    info: { userId: 'u' } as never,
  });
  answer = page;
  calls = serve((c) => answer(c));
});
afterEach(() => vi.unstubAllGlobals());

describe('a page from a description', () => {
  it('keeps filters and order in the address, and days become instants at +08:00', async () => {
    window.history.replaceState(null, '', '/groups?createTimeStart=2026-11-01&createTimeEnd=2026-11-02&x=1');
    const user = await show();
    await screen.findByText('Group 1');
    expect(decodeURIComponent(list()[0]?.url ?? '')).toContain(
      'createTimeStart=2026-10-31T16:00:00.000Z&createTimeEnd=2026-11-02T15:59:59.999Z',
    );
    await user.type(screen.getByRole('searchbox', { name: 'By name' }), 'abc{Enter}');
    await waitFor(() => expect(window.location.search).toContain('name=abc'));
    await user.click(screen.getByRole('columnheader', { name: /Name/ }));
    await waitFor(() => expect(window.location.search).toContain('sort=name'));
    await waitFor(() => expect(list().at(-1)?.url).toContain('sortFields=name&sortOrders=ascend'));
  });

  it('draws rows once the names of their values are known, or cannot be had', async () => {
    for (const named of [true, false]) {
      queryClient.clear();
      let name: (names: ReturnType<typeof ok>) => void = () => undefined;
      const names = new Promise<ReturnType<typeof ok>>((resolve) => {
        name = resolve;
      });
      calls = serve((c) => (c.url.includes('/dict/data') ? names : page(c)));
      const coded = {
        ...resource,
        columns: { ...resource.columns, countryCode: { title: 'State', dict: `d${named}` } },
      };
      await render(<ResourcePage resource={coded} />, '/groups');
      await waitFor(() => expect(queryClient.isFetching()).toBe(1));
      expect(screen.queryByText('Group 1')).toBeNull();
      name(named ? ok([]) : refuse(500));
      await screen.findByText('Group 1');
      cleanup();
    }
  });

  it('steps back from a page that has become empty', async () => {
    window.history.replaceState(null, '', '/groups?page=3');
    answer = (c) => (c.url.includes('current=3') ? ok({ records: [], total: 12, current: 3, size: 10 }) : page(c));
    await show();
    await screen.findByText('Group 1');
    expect(window.location.search).toBe('?page=2');
  });

  it('says what went wrong and tries again', async () => {
    answer = () => refuse(500, 500, 'Not now');
    const user = await show();
    await screen.findByText('Not now');
    answer = page;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('Group 1');
    expect(screen.queryByText('Not now')).toBeNull();
  });

  it('hides, shows and orders columns, and remembers it for the user', async () => {
    const user = await show();
    await screen.findByText('Group 1');
    const heads = () =>
      screen
        .getAllByRole('columnheader')
        .map((h) => h.textContent)
        .filter(Boolean);
    expect(heads()).toEqual(['Name', 'Members', 'Actions']);
    await user.click(screen.getByRole('button', { name: 'Columns' }));
    await user.click(await screen.findByRole('checkbox', { name: 'Remark' }));
    await user.click(screen.getByRole('checkbox', { name: 'Members' }));
    await user.click(screen.getByRole('button', { name: 'Move “Remark” up' }));
    await user.click(screen.getByRole('button', { name: 'Move “Remark” up' }));
    expect(heads()).toEqual(['Remark', 'Name', 'Actions']);
    expect(screen.getByRole('checkbox', { name: 'Name' })).toBeDisabled();
    const kept = JSON.parse(window.localStorage.getItem('columns_u_/aty/contactsgroup/page') ?? 'null');
    expect(kept.hidden).toEqual(['memberCount']);
    await user.click(screen.getByRole('button', { name: 'Restore defaults' }));
    expect(heads()).toEqual(['Name', 'Members', 'Actions']);
  });

  it('remembers the width of a column and the height of the rows for the user', async () => {
    const user = await show();
    await screen.findByText('Group 1');
    const kept = () => JSON.parse(window.localStorage.getItem('columns_u_/aty/contactsgroup/page') ?? 'null');
    act(() => screen.getByRole('separator', { name: 'Width of “Name”' }).focus());
    await user.keyboard('{End}{ArrowLeft}');
    expect(kept().widths).toEqual({ name: 784 });
    await user.click(screen.getByRole('button', { name: 'Columns' }));
    await user.click(await screen.findByRole('radio', { name: 'Compact' }));
    expect(kept().size).toBe('small');
    expect(screen.getByRole('table')).toHaveAttribute('data-size', 'small');
    cleanup();
    await show();
    await screen.findByText('Group 1');
    expect(screen.getByRole('table')).toHaveAttribute('data-size', 'small');
    expect(screen.getByRole('separator', { name: 'Width of “Name”' })).toHaveAttribute('aria-valuenow', '784');
  });

  it('announces the results of another order once they are there', async () => {
    const user = await show();
    const said = screen.getAllByRole('status')[0] as HTMLElement;
    await waitFor(() => expect(said).toHaveTextContent(/^2 results, page 1 of 1$/));
    const first = said.firstElementChild;
    await user.click(screen.getByRole('button', { name: 'Name' }));
    await waitFor(() => expect(said.firstElementChild).not.toBe(first));
    await waitFor(() => expect(said).toHaveTextContent(/^2 results, page 1 of 1$/));
  });

  it('removes what the user may not do, and tells why something is off', async () => {
    useSession.setState({ permissions: [] });
    const user = await show();
    await screen.findByText('Group 1');
    expect(screen.queryByRole('button', { name: 'New' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'More actions' })).toBeNull();
    await act(async () => useSession.setState({ permissions: ['aty:contactsgroup:add', 'aty:contactsgroup:del'] }));
    const menus = screen.getAllByRole('button', { name: 'More actions' });
    await user.click(menus[1] as HTMLElement); // what destroys is in the row's menu
    const off = await screen.findByRole('menuitem', { name: /Delete/ });
    expect(off).toHaveAttribute('aria-disabled', 'true');
    expect(off).toHaveTextContent('It has members');
  });

  it('asks before it acts, then reloads the list', async () => {
    const user = await show();
    await screen.findByText('Group 1');
    const before = list().length;
    await user.click(screen.getAllByRole('button', { name: 'More actions' })[0] as HTMLElement);
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    const ask = await screen.findByRole('dialog');
    expect(ask).toHaveTextContent('Gone for ever');
    expect(calls.some((c) => c.method === 'DELETE')).toBe(false);
    await user.click(within(ask).getByRole('button', { name: 'Yes' }));
    await screen.findByText('Deleted');
    expect(calls.find((c) => c.method === 'DELETE')?.url).toBe('/api/aty/contactsgroup/g1');
    await waitFor(() => expect(list().length).toBeGreaterThan(before));
  });

  it('says why a line of the answer was refused, and no success', async () => {
    const user = await show();
    await screen.findByText('Group 1');
    const refused = [{ id: 'g1', ok: false, message: 'It can no longer be returned' }];
    answer = (c) => (c.method === 'DELETE' ? ok(refused) : page(c));
    await user.click(screen.getAllByRole('button', { name: 'More actions' })[0] as HTMLElement);
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Yes' }));
    await screen.findByText('It can no longer be returned');
    expect(screen.queryByText('Deleted')).toBeNull();
  });

  it('acts on all selected rows at once', async () => {
    const user = await show();
    await screen.findByText('Group 1');
    await user.click(screen.getByRole('checkbox', { name: 'Select all' }));
    expect(screen.getByText('2 selected')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Delete all' }));
    await waitFor(() => expect(screen.queryByText('2 selected')).toBeNull());
    expect(calls.find((c) => c.url === '/api/aty/contactsgroup/x/member')?.body).toEqual({
      phoneNumbers: ['Group 1', 'Group 2'],
    });
  });
});

describe('its form', () => {
  it('validates first, shows refusals at the fields, keeps what was typed, then closes and reloads', async () => {
    const user = await show();
    await screen.findByText('Group 1');
    await user.click(screen.getByRole('button', { name: /New/ }));
    const form = await screen.findByRole('dialog');
    await user.click(within(form).getByRole('button', { name: 'Save' }));
    await within(form).findByText('Group name is required');
    expect(calls.some((c) => c.method === 'POST')).toBe(false);

    answer = (c) =>
      c.method === 'POST' ? refuse(400, 400, 'bad', { errors: [{ field: 'name', message: 'Used' }] }) : page(c);
    await user.type(within(form).getByLabelText('Group name'), 'Mine');
    await user.click(within(form).getByRole('button', { name: 'Save' }));
    await within(form).findByText('Used');
    expect(within(form).getByLabelText('Group name')).toHaveValue('Mine');

    answer = page;
    const before = list().length;
    await user.click(within(form).getByRole('button', { name: 'Save' }));
    await screen.findByText('Saved');
    expect(calls.filter((c) => c.method === 'POST').at(-1)?.body).toEqual({
      name: 'Mine',
      remark: 'new',
      countryCode: 'BR',
    });
    await waitFor(() => expect(list().length).toBeGreaterThan(before));
  });

  it('changes a row with what the row is', async () => {
    const user = await show();
    await screen.findByText('Group 2');
    await user.click(screen.getAllByRole('button', { name: 'Edit' })[1] as HTMLElement);
    const form = await screen.findByRole('dialog');
    expect(within(form).getByLabelText('Group name')).toHaveValue('Group 2');
    await user.clear(within(form).getByLabelText('Group name'));
    await user.type(within(form).getByLabelText('Group name'), 'Other');
    await user.click(within(form).getByRole('button', { name: 'Save' }));
    await screen.findByText('Saved');
    expect(calls.find((c) => c.method === 'PUT')?.body).toEqual({ name: 'Other', remark: '', id: 'g2' });
  });
});

describe('an export', () => {
  it('follows a background task to its file', async () => {
    await ExportDialog.preload();
    const user = await show();
    await screen.findByText('Group 1');
    answer = (c) => {
      if (c.url.includes('format=columns')) return ok([{ key: 'name', title: 'Name' }]);
      if (c.url.includes('/contactsgroup/export')) return { status: 202, body: { code: 202, data: { taskId: 'x' } } };
      if (c.url.includes('/uf/export/x'))
        return ok({ id: 'x', name: 'n', status: 'done', done: 12, total: 12, url: 'https://files/x' });
      return page(c);
    };
    await user.click(screen.getByRole('button', { name: /Export/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Export' });
    await user.click(within(dialog).getByRole('button', { name: 'Export' }));
    await screen.findByText('12 rows are ready');
    expect(screen.getByRole('button', { name: 'Download' })).toBeInTheDocument();
  });

  it('reads the reason from a JSON answer', async () => {
    const user = await show();
    await screen.findByText('Group 1');
    answer = () => refuse(400, 400, 'Too many rows');
    await user.click(screen.getByRole('button', { name: /Export/ }));
    await screen.findByText('Too many rows');
  });
});
