import { act, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { checkLovs, deletePreview, setPreview } from '@/kit/lov/cache';
import { columnsOf, isWhole, type LovDefinition, objectOf, ownPath, searchOf } from '@/kit/lov/definition';
import { inputOf, LovPicker, pageOf } from '@/kit/lov/LovPicker';
import { resolveLabels, rowsOf, toggleSelection, truncate, type Value } from '@/kit/lov/selection';
import { queryClient } from '@/lib/query';
import { useSession } from '@/lib/session';
import { type Call, ok, refuse, serve } from './server';
import { show } from './util';

const definition: LovDefinition = {
  keyword: 'customer',
  title: 'Customers',
  position: 'query',
  key: 'userId',
  retField: 'userId',
  ret: 'name',
  fixedParams: '{"type":2}',
  multiple: true,
  url: '/aty/customerinfo/page',
  method: 'GET',
  bodyList: [
    { field: 'phone', title: 'Phone', index: 2, adminShow: true },
    { field: 'name', title: 'Name', index: 1 },
  ],
  searchList: [{ field: 'name', tag: 'INPUT_TEXT', label: 'By name' }],
  updateTime: '2026-11-01T00:00:00Z',
};
const people = (from: number) =>
  [0, 1].map((i) => ({ userId: `u${from + i}`, name: `Somebody with a long name ${from + i}`, phone: '1' }));

let calls: Call[] = [];
let answer: (c: Call) => ReturnType<typeof ok> | Promise<ReturnType<typeof ok>>;
const defined = () => calls.filter((c) => c.url.includes('/lov/data/'));

beforeEach(() => {
  queryClient.clear();
  window.localStorage.clear();
  useSession.setState({
    token: 't',
    info: { userId: 'me' } as never,
    attributes: { type: 2 } as never,
    permissions: [],
  });
  answer = (c) => {
    if (c.url.includes('/lov/data/')) return ok(definition);
    const page = Number(new URLSearchParams(c.url.split('?')[1]).get('current'));
    return ok({ records: people(page * 2 - 1), total: 12 });
  };
  calls = serve((c) => answer(c));
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('a definition', () => {
  it('is refused when it is broken', () => {
    expect(isWhole(definition)).toBe(true);
    const broken: Partial<LovDefinition>[] = [
      { url: 'https://evil.example' },
      { url: '//evil.example' },
      { url: '/a/../b' },
      { fixedParams: '[1]' },
      { fixedParams: '{' },
      { bodyList: null },
      { bodyList: [{ field: 'a', title: 'a', property: 'x' }] },
      { searchList: [{ field: '', tag: 'INPUT_TEXT' }] },
      { searchList: [{ field: 'a', tag: 'DICT_SELECT' }] },
      { searchList: [{ field: 'a', tag: 'SELECT' }] },
      { method: 'DELETE' },
    ];
    for (const b of broken) expect(isWhole({ ...definition, ...b })).toBe(false);
    expect(ownPath('/aty/x-y/page')).toBe(true);
    expect(objectOf('')).toEqual({});
  });
  it('hides from customers what is for admins, and search fields from all but admins and agents', () => {
    const fields = (type: number | undefined) =>
      columnsOf(definition.bodyList ?? [], 'en-US', type).map((c) => c.field);
    expect(fields(1)).toEqual(['name', 'phone']);
    expect([fields(2), fields(3)]).toEqual([['name'], ['name']]);
    const search = [{ field: 'a', tag: 'INPUT_TEXT', adminShow: true }];
    expect([1, 11, 2, 3].map((type) => searchOf(search, 'en-US', type).length)).toEqual([1, 1, 0, 0]);
  });
  it('sends its parameters where the list wants them, the fixed ones last', () => {
    expect(inputOf(definition, { name: 'a', type: 9 })).toEqual({ query: { name: 'a', type: 2 } });
    expect(inputOf({ ...definition, position: 'body', method: 'POST' }, {})).toEqual({ body: { type: 2 } });
    expect(pageOf([{ a: 1 }])).toEqual({ records: [{ a: 1 }], total: 1 });
  });
});

describe('a choice', () => {
  const page = [{ id: 1 }, { id: 2 }];
  it('keeps other pages in multiple mode, and one row in single mode', () => {
    expect(toggleSelection([{ id: 9 }], page, [1, 2], 'id', true)).toEqual([{ id: 9 }, { id: 1 }, { id: 2 }]);
    expect(toggleSelection([{ id: 1 }, { id: 9 }], page, [], 'id', true)).toEqual([{ id: 9 }]);
    expect(toggleSelection([{ id: 1 }], page, [2], 'id', false)).toEqual([{ id: 2 }]);
  });
  it('begins with the current value and learns its rows', () => {
    const begun = rowsOf(['a'], [], 'code', 'id');
    expect(begun).toEqual([{ code: 'a' }]);
    expect(resolveLabels(begun, [{ id: 1, code: 'a', name: 'A' }], 'code')).toEqual([{ id: 1, code: 'a', name: 'A' }]);
    expect(resolveLabels(begun, [], 'code')).toBe(begun);
    expect(truncate('abcdefghijklmnopqrs', 15)).toBe('abcdefghijklmno…');
  });
});

function Host({ start, params }: { start?: Value[]; params?: Record<string, unknown> }) {
  const [value, set] = useState<Value | Value[] | undefined>(start);
  return (
    <>
      <LovPicker keyword="customer" label="Customer" value={value} onChange={set} params={params} />
      <output>{JSON.stringify(value)}</output>
    </>
  );
}
const value = () => document.querySelector('output')?.textContent;

describe('a picker by keyword', () => {
  it('opens when the definition comes, if it was clicked before', async () => {
    let come = () => {};
    const later = new Promise<void>((r) => {
      come = r;
    });
    const soon = answer;
    answer = (c) => (c.url.includes('/lov/data/') ? later.then(() => soon(c)) : soon(c));
    const { user } = await show(<Host />);
    const field = await screen.findByRole('button', { name: 'Customer' });
    expect(field).toHaveAttribute('aria-busy', 'true');
    await user.click(field);
    expect(screen.queryByRole('dialog')).toBeNull();
    come();
    expect(await screen.findByRole('dialog', { name: 'Customers' })).toBeVisible();
  });
  it('chooses across pages, commits with OK, restores on cancel, clears', async () => {
    const { user } = await show(<Host start={['u1']} />);
    const field = await screen.findByRole('button', { name: 'Customer' });
    await waitFor(() => expect(field).toHaveAttribute('aria-busy', 'false'));
    await user.click(field);
    const box = await screen.findByRole('dialog', { name: 'Customers' });
    await waitFor(() => expect(within(box).getAllByRole('checkbox')[1]).toBeChecked());
    expect(calls.at(-1)?.url).toContain('type=2');
    await user.click(within(box).getByTitle('2'));
    await within(box).findByText('Somebody with a long name 3');
    await user.click(within(box).getAllByRole('checkbox')[1] as HTMLElement);
    expect(within(box).getByText('Selected (2):')).toBeInTheDocument();
    expect(value()).toBe('["u1"]');
    await user.click(within(box).getByRole('button', { name: 'OK' }));
    await waitFor(() => expect(value()).toBe('["u1","u3"]'));
    expect(field).toHaveTextContent('Somebody with a…+1');

    await user.click(field);
    const again = (await screen.findAllByRole('dialog', { name: 'Customers' })).at(-1) as HTMLElement;
    await user.click(within(again).getByRole('button', { name: 'Clear all' }));
    await user.click(within(again).getByRole('button', { name: 'Cancel' }));
    expect(value()).toBe('["u1","u3"]');
    await user.click(screen.getByRole('button', { name: 'Clear selection' }));
    expect(value()).toBe('');
  });

  it('asks for a definition once, however many pickers want it, and then never for a week', async () => {
    await show(
      <>
        <LovPicker keyword="customer" label="A" />
        <LovPicker keyword="customer" label="B" />
      </>,
    );
    await waitFor(() => expect(window.localStorage.getItem('lov_cache_customer')).not.toBeNull());
    expect(defined()).toHaveLength(1);
    queryClient.clear();
    await show(<LovPicker keyword="customer" label="C" />);
    expect(defined()).toHaveLength(1);
  });

  it('forgets definitions that the server says are old', async () => {
    window.localStorage.setItem('lov_cache_customer', JSON.stringify({ at: Date.now(), data: definition }));
    answer = (c) => (c.url.includes('/lov/check') ? ok(['customer']) : ok(definition));
    expect(await checkLovs(queryClient)).toEqual(['customer']);
    expect(calls[0]?.body).toEqual({ customer: definition.updateTime });
    expect(window.localStorage.getItem('lov_cache_customer')).toBeNull();
  });

  it('tells of a definition that cannot be loaded, again at a click, and recovers', async () => {
    const good = answer;
    answer = () => refuse(404, 404, 'none');
    const { user } = await show(<LovPicker keyword="nobody" label="Broken" />);
    await screen.findByText('The picker nobody couldn’t be loaded');
    answer = good;
    const field = screen.getByRole('button', { name: 'Broken' });
    await user.click(field);
    await waitFor(() => expect(field).toHaveAttribute('aria-busy', 'false'));
    await user.click(field);
    await screen.findByRole('dialog', { name: 'Customers' });
  });

  it('shows the configuration error of a broken definition', async () => {
    answer = () => ok({ ...definition, bodyList: [] });
    const { user } = await show(<LovPicker keyword="customer" label="Broken" />);
    const field = screen.getByRole('button', { name: 'Broken' });
    await waitFor(() => expect(field).toHaveAttribute('aria-busy', 'false'));
    await user.click(field);
    await screen.findByText('The picker’s configuration is invalid');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('neither opens nor clears while it is disabled, and clears when its parameters change', async () => {
    const { user, again } = await show(<LovPicker keyword="customer" label="Off" disabled value={['u1']} />);
    await user.click(screen.getByRole('button', { name: 'Off' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Clear selection' })).toBeNull();
    await again(<Host start={['u1']} params={{ of: 1 }} />);
    expect(value()).toBe('["u1"]');
    await again(<Host start={['u1']} params={{ of: 2 }} />);
    await waitFor(() => expect(value()).toBe(''));
  });

  it('shows a definition that is only tried', async () => {
    await act(async () => setPreview(queryClient, { ...definition, title: 'Tried' }));
    const { user } = await show(<LovPicker keyword="local_preview" label="Preview" />);
    await user.click(screen.getByRole('button', { name: 'Preview' }));
    await screen.findByRole('dialog', { name: 'Tried' });
    expect(defined()).toHaveLength(0);
    await act(async () => deletePreview(queryClient));
    expect(window.localStorage.getItem('lov_cache_local_preview')).toBeNull();
  });

  it('works where nothing can be stored', async () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('no', 'SecurityError');
    });
    const { user } = await show(<LovPicker keyword="customer" label="Customer" />);
    const field = screen.getByRole('button', { name: 'Customer' });
    await waitFor(() => expect(field).toHaveAttribute('aria-busy', 'false'));
    await user.click(field);
    await screen.findByRole('dialog', { name: 'Customers' });
  });
});
