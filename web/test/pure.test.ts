import dayjs from 'dayjs';
import { describe, expect, it } from 'vitest';
import { type BulkOrderValues, placeholdersOf, toRequest } from '@/features/order/request';
import { codeOf } from '@/features/role/role';
import { strength } from '@/kit/account/strength';
import type { Filter } from '@/kit/resource/Filters';
import { readList, writeList } from '@/kit/resource/listState';
import { fitting } from '@/kit/resource/useFitting';
import { hourNow, nowAtEight } from '@/lib/format';
import { match } from '@/lib/router/menu';
import type { MenuNode } from '@/lib/router/menuNode';
import { contrast, readable } from '@/lib/theme/accent';
import { instant } from '@/ordering/target';

describe('the menu', () => {
  const leaf = (path: string, more: Partial<MenuNode> = {}): MenuNode => ({
    id: path,
    type: 1,
    targetType: 1,
    path,
    uri: path,
    title: path,
    ...more,
  });
  const menu: MenuNode[] = [
    leaf('/welcome'),
    {
      id: 'd',
      type: 0,
      path: '/send',
      title: 'd',
      children: [leaf('/send/hidden', { hidden: true }), leaf('/send/order')],
    },
    { id: 'e', type: 0, path: '/empty', title: 'e', children: [] },
  ];
  it('finds pages, hidden ones too', () => {
    expect(match(menu, '/send/order')).toMatchObject({ kind: 'page', node: { path: '/send/order' } });
    expect(match(menu, '/send/hidden')).toMatchObject({ kind: 'page' });
  });
  it('redirects to the first visible child', () => {
    expect(match(menu, '/')).toEqual({ kind: 'redirect', to: '/welcome' });
    expect(match(menu, '/send')).toEqual({ kind: 'redirect', to: '/send/order' });
    expect(match(menu, '/redirect/send/order')).toEqual({ kind: 'redirect', to: '/send/order' });
  });
  it('leads from what was a group to a page below it', () => {
    const moved = [
      { ...menu[1], id: 'x', path: '/campaigns', children: [leaf('/call/order'), leaf('/call/voice')] } as MenuNode,
    ];
    expect(match(moved, '/call')).toEqual({ kind: 'redirect', to: '/call/order' });
    expect(match(moved, '/ca')).toMatchObject({ kind: 'error' });
  });
  it('knows what it does not have', () => {
    expect(match(menu, '/nope')).toEqual({ kind: 'error', status: '404', trail: [] });
    expect(match(menu, '/empty')).toMatchObject({ kind: 'error', status: '404' });
    expect(match(menu, '/send/nope')).toMatchObject({ kind: 'error', status: '404', trail: [{ path: '/send' }] });
  });
});

describe('a list in the address', () => {
  it('reads what it writes', () => {
    const written = writeList(
      { current: 3, size: 50, sort: { field: 'name', order: 'descend' }, filters: { name: 'a&b', status: '' } },
      'x_',
    );
    const search = new URLSearchParams(
      Object.entries(written).flatMap(([k, v]) => (v === null ? [] : [[k, String(v)]])),
    );
    expect(readList(search, ['name', 'status'], 'x_')).toEqual({
      current: 3,
      size: 50,
      sort: { field: 'name', order: 'descend' },
      filters: { name: 'a&b' },
    });
  });
  it('survives nonsense', () => {
    const search = new URLSearchParams('page=-1&size=9999&sort=;drop');
    expect(readList(search, [])).toEqual({ current: 1, size: 100, sort: undefined, filters: {} });
  });
  it('a new filter starts at page 1', () => {
    expect(writeList({ filters: { name: 'a' } })).toEqual({ page: null, name: 'a' });
  });
});

describe('an order form', () => {
  const groupId = { id: 'g', name: 'n', type: 'phone', countryCode: 'BR', memberCount: 3 };
  const text = (t: string, values?: Record<string, string>): BulkOrderValues => ({
    name: ' a ',
    groupId,
    message: { type: 'text', text: t, values },
  });
  it('is an order when it is complete', () => {
    expect(toRequest(text('hi'))).toMatchObject({
      name: 'a',
      groupId: 'g',
      countryCode: 'BR',
      channel: 'whatsapp',
      message: { type: 'text', text: 'hi' },
    });
    expect(toRequest(text(''))).toBeUndefined();
    expect(toRequest({ ...text('hi'), groupId: undefined })).toBeUndefined();
    expect(toRequest({ ...text('hi'), when: 'later' })).toBeUndefined();
  });
  it('asks for each placeholder once', () => {
    expect(placeholdersOf(text('{a} {b} {a} {not this}'))).toEqual(['a', 'b']);
    expect(toRequest(text('{a}'))).toBeUndefined();
    expect(toRequest(text('{a}', { a: 'x' }))?.message.placeholders).toEqual([{ name: 'a', content: 'x' }]);
  });
  it('means its time at +08:00', () => {
    expect(instant(dayjs('2026-11-21T10:00:00'))).toBe('2026-11-21T02:00:00.000Z');
    expect(nowAtEight(new Date('2026-11-21T20:00:00Z'))).toBe('2026-11-22T04:00:00');
    expect(hourNow(new Date('2026-11-21T16:30:00Z'))).toBe(0);
  });
});

describe('colours', () => {
  it('every preset becomes readable', () => {
    for (const preset of ['#1890FF', '#F5222D', '#FA541C', '#FAAD14', '#13C2C2', '#52C41A', '#2F54EB', '#722ED1']) {
      expect(contrast(readable(preset), '#ffffff')).toBeGreaterThanOrEqual(4.5);
    }
  });
});

describe('the strength of a password', () => {
  it('grows with length and kinds', () => {
    expect(['123456', 'aaaaaaaaaaaa', 'abc12345', 'Abc12345!x'].map(strength)).toEqual([
      'low',
      'low',
      'medium',
      'high',
    ]);
  });
});

describe('the code of a role', () => {
  it('is made of its name, or of the time where the name has no letters for one', () => {
    expect(codeOf({ en_US: 'Night shift 2' })).toBe('nightshift2');
    expect(codeOf({ pt_BR: '2ª Operação' })).toBe('operacao');
    expect(codeOf({ zh_CN: '销售' }, 1_700_000_000_000)).toMatch(/^role[a-z0-9]+$/);
    expect(codeOf({ en_US: 'x'.repeat(50) })).toHaveLength(32);
  });
});

describe('filters in one row', () => {
  const text = (field: string): Filter => ({ field, label: field, kind: 'text' });
  const days: Filter = { field: 'createTime', label: 'd', kind: 'days' };
  const four = [text('a'), days, text('b'), text('c')];
  it.each([
    [694, 4],
    [693, 3],
    [580, 3],
    [571, 2],
    [10, 1],
  ])('%s pixels: %s', (room, n) => {
    expect(fitting(four, room)).toBe(n);
  });
});
