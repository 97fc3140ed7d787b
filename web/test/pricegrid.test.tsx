import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import Grid from '@/features/price/Grid';
import { gridOf, moved } from '@/features/price/grid';
import { requestOf } from '@/features/price/useGridEdit';
import { useSession } from '@/lib/session';
import { ok, serve } from './server';
import { show } from './util';

const applied = (price: number | null, source: string, countryCode = '*') => ({
  price,
  source,
  countryCode,
  raised: false,
});
const base = { service: 'bulk.whatsapp', byStaff: false };
const CELLS = [
  { ...base, countryCode: '*', own: null, applies: applied(3.5, 'platform'), inherited: applied(3.5, 'platform') },
  { ...base, countryCode: 'BR', own: 4, applies: applied(4, 'own', 'BR'), inherited: applied(3.5, 'platform') },
] as never[];
const SERVICES = ['bulk.whatsapp', 'bulk.sms'].map((value) => ({
  ...{ id: value, dictCode: 'service', value, name: value, valueType: 2, attributes: {} },
}));

const dataOf = (url: string) => {
  if (url.includes('/price/grid')) return { maxPrice: 10_000, cells: CELLS };
  if (url.includes('/dict/data')) return [{ dictCode: 'service', hashCode: 'h', valueType: 2, dictItems: SERVICES }];
  return { countryList: [] };
};

beforeEach(() => {
  useSession.setState({
    info: { userId: 'staff' } as never,
    permissions: ['aty:customerinfo:price'] as never,
    attributes: { type: 1 } as never,
  });
});

it('a country that no line names has the price of every other country', () => {
  const { at, countries } = gridOf(CELLS);
  expect(countries).toEqual(['BR']);
  expect(at({ service: 'bulk.whatsapp', country: 'MX' })).toMatchObject({
    own: null,
    applies: { price: 3.5, countryCode: '*' },
  });
  expect(at({ service: 'bulk.sms', country: 'MX' })).toMatchObject({ own: null, applies: { price: null, source: '' } });
});

it('arrows, Home and End move within the grid', () => {
  const from = { service: 'b', country: 'BR' };
  const to = (key: string) => moved(key, from, ['a', 'b', 'c'], ['*', 'BR']);
  expect(to('ArrowLeft')).toEqual({ service: 'a', country: 'BR' });
  expect(to('ArrowUp')).toEqual({ service: 'b', country: '*' });
  expect(to('End')).toEqual({ service: 'c', country: 'BR' });
  expect(to('ArrowDown')).toBeUndefined();
  expect(to('a')).toBeUndefined();
});

it('a price of an agent’s list has calls of its own', () => {
  const edit = { service: 'bulk.sms', country: 'BR', before: null, was: null, becomes: 2 };
  expect(requestOf({ id: 'a', list: true }, { ...edit, after: 2 })).toMatchObject({
    method: 'post',
    path: '/proxy/service/price',
  });
  expect(requestOf({ id: 'a' }, { ...edit, after: null })).toMatchObject({
    ...{ method: 'delete', path: '/aty/customerinfo/price/charge/del/{id}' },
    input: { path: { id: 'a.bulk.sms.BR' } },
  });
});

it('a cell is typed over, saved alone, and its change undone', async () => {
  const calls = serve(({ url }) => ok(dataOf(url)));
  const sent = () => calls.filter((c) => c.method !== 'GET').map((c) => c.body ?? c.url);
  const { user } = await show(<Grid owner="customer" />);
  const cell = await screen.findByRole('gridcell', { name: 'bulk.whatsapp, Brazil: 4.00, Own price' });
  await user.click(cell);
  await user.clear(screen.getByRole('spinbutton'));
  await user.keyboard('4.5{Enter}');
  const of = { userId: 'customer', service: 'bulk.whatsapp', countryCode: 'BR' };
  await waitFor(() => expect(sent()).toEqual([{ ...of, price: 4.5 }]));
  await user.click(await screen.findByRole('button', { name: /Undo/ }));
  await waitFor(() => expect(sent()[1]).toEqual({ ...of, price: 4 }));
  await user.click(screen.getByRole('gridcell', { name: /Every other country: 3.50/ }));
  await user.keyboard('{Escape}{Delete}');
  expect(sent()).toHaveLength(2); // an inherited price has nothing to remove
  cell.focus();
  await user.keyboard('{Delete}');
  await waitFor(() => expect(sent()[2]).toContain('/price/charge/del/customer.bulk.whatsapp.BR'));
});
