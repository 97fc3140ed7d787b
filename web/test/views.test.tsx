import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { queryOf, useListState, viewChange } from '@/kit/resource/listState';
import ViewChoices from '@/kit/resource/ViewChoices';
import { useSession } from '@/lib/session';
import { ok, serve } from './server';
import { show } from './util';

const FILTERS = ['status'];

beforeEach(() => {
  useSession.setState({ info: { userId: 'ana' } as never });
  window.history.replaceState(null, '', '/here');
});

it('a view keeps filters, order and columns, not the page', () => {
  const state = {
    ...{ current: 3, size: 20, filters: { status: '1,2' } },
    sort: { field: 'cost', order: 'descend' as const },
  };
  const query = queryOf(state, ['name', 'cost'], 'c_');
  expect(Object.fromEntries(new URLSearchParams(query))).toEqual({
    ...{ c_size: '20', c_sort: '-cost', c_cols: 'name,cost', c_status: '1,2' },
  });
  expect(viewChange('c_status=3', FILTERS, 'c_')).toEqual({
    ...{ c_page: null, c_size: null, c_sort: null, c_cols: null, c_status: '3' },
  });
});

function Probe({ view }: { view?: string }) {
  const { state } = useListState(FILTERS, '', view);
  return <output>{JSON.stringify(state.filters)}</output>;
}

it('a list without parameters opens with its default view, and one with some keeps them', async () => {
  await show(<Probe view="status=3" />);
  expect(screen.getByRole('status')).toHaveTextContent('{"status":"3"}');
  await waitFor(() => expect(window.location.search).toBe('?status=3'));
});

it('a link to a list is shown as it is', async () => {
  window.history.replaceState(null, '', '/here?status=4');
  await show(<Probe view="status=3" />);
  expect(screen.getByRole('status')).toHaveTextContent('{"status":"4"}');
  expect(window.location.search).toBe('?status=4');
});

it('views are applied, made the default, and saved under a name', async () => {
  const calls = serve(() => ok({ id: '2' }));
  const applied: string[] = [];
  const views = [{ id: '1', name: 'Late', query: 'status=3', isDefault: false }];
  const { user } = await show(
    <ViewChoices list="/orders" query="status=4" pending={false} views={views} onApply={(q) => applied.push(q)} />,
  );
  await user.click(screen.getByRole('button', { name: 'Late' }));
  expect(applied).toEqual(['status=3']);
  await user.click(screen.getByRole('button', { name: 'Open the list with “Late”' }));
  await user.type(screen.getByLabelText('Name of the view'), ' Mine {Enter}');
  await waitFor(() =>
    expect(calls.map((c) => [c.method, c.body])).toEqual([
      ['PUT', { id: '1', list: '/orders', isDefault: true }],
      ['POST', { list: '/orders', name: 'Mine', query: 'status=4' }],
    ]),
  );
});

it('a view is renamed in place, and its deletion can be undone', async () => {
  const calls = serve(() => ok({ id: '2' }));
  const views = [{ id: '1', name: 'Late', query: 'status=3', isDefault: true }];
  const { user } = await show(
    <ViewChoices list="/orders" query="status=4" pending={false} views={views} onApply={() => {}} />,
  );
  const rename = async (typed: string) => {
    await user.click(screen.getByRole('button', { name: 'Rename “Late”' }));
    const field = screen.getAllByLabelText('Name of the view')[0] as HTMLElement;
    await user.clear(field);
    await user.type(field, typed);
  };
  await rename('Nothing{Escape}');
  await rename('{Enter}');
  await rename(' Overdue {Enter}');
  await user.click(screen.getByRole('button', { name: 'Delete “Late”' }));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() =>
    expect(calls.map((c) => [c.method, c.body])).toEqual([
      ['PUT', { id: '1', list: '/orders', name: 'Overdue' }],
      ['DELETE', undefined],
      ['POST', { list: '/orders', name: 'Late', query: 'status=3', isDefault: true }],
    ]),
  );
});
