import { act, renderHook, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { allowed } from '@/kit/access/Can';
import { Chart } from '@/kit/chart/Chart';
import { columnsOf, labelled, rangeOf } from '@/kit/chart/plot';
import { DictTag, toneOf } from '@/kit/dict/DictTag';
import { type DictItem, typed, visible } from '@/kit/dict/parts';
import { checkDicts } from '@/kit/dict/useDict';
import { inLanguage } from '@/kit/input/LanguagesInput';
import { AmountInput } from '@/kit/input/NumberText';
import { ordered } from '@/kit/resource/columnPrefs';
import { toApi } from '@/kit/resource/useList';
import { problemOf, readableSize } from '@/kit/upload/upload';
import { renewIn } from '@/lib/api/tokenRefresh';
import { browserCache } from '@/lib/cache';
import { CACHE_LIFE } from '@/lib/constants';
import { fileName } from '@/lib/exportFile';
import { dayAtEight, dayEnd, dayStart, greetingBand, regionName } from '@/lib/format';
import { MOBILE, phoneDigits } from '@/lib/input/digits';
import { wholeAmount } from '@/lib/input/number';
import { queryClient } from '@/lib/query';
import { useSession } from '@/lib/session';
import { useCountdown, usePoll } from '@/lib/usePoll';
import { ok, serve } from './server';
import { show } from './util';

beforeEach(() => {
  queryClient.clear();
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

describe('inputs', () => {
  it('take what platform-services §5 allows', () => {
    expect(['1,234.99', '12345678', 'a-5', ''].map((t) => wholeAmount(t))).toEqual(['1234', '1234567', '5', '']);
    expect(['1.500,00', '1.5', '12,9', '１２'].map((t) => wholeAmount(t, 'pt-BR'))).toEqual(['1500', '1', '12', '12']);
    expect(['+55 (11) 9', '00５５ 11\u200b9', '\u202a+55119\u202c'].map(phoneDigits)).toEqual([
      '55119',
      '55119',
      '55119',
    ]);
    expect(['123456', '55119700000011'].every((n) => MOBILE.test(n))).toBe(true);
    expect(['012345', '12345', '551197000000112'].some((n) => MOBILE.test(n))).toBe(false);
  });
  it('block pasting where a top-up must be typed', async () => {
    const changed = vi.fn();
    const { user } = await show(<AmountInput aria-label="amount" onChange={changed} />);
    await user.click(screen.getByRole('textbox', { name: 'amount' }));
    await user.paste('500');
    expect(changed).not.toHaveBeenCalled();
    await user.keyboard('x7');
    expect(changed).toHaveBeenLastCalledWith('7');
  });
  it('give a text per language', () => {
    expect(inLanguage({ zh_CN: '中', en_US: 'en' }, 'en-US')).toBe('en');
    expect(inLanguage({ zh_CN: '中', en_US: '' }, 'en-US')).toBe('中');
    expect(inLanguage(null, 'en-US')).toBe('');
  });
});

describe('files', () => {
  it('are judged by name and size before they are sent', () => {
    expect(problemOf({ name: 'a.PNG', size: 5 }, 'image', 10)).toBeUndefined();
    expect(problemOf({ name: 'a.gif', size: 5 }, 'image', 10)).toBe('type');
    expect(problemOf({ name: 'a.csv', size: 5 }, ['.txt'], 10)).toBe('type');
    expect(problemOf({ name: 'a.TXT', size: 5 }, ['.txt'], 10)).toBeUndefined();
    expect(problemOf({ name: 'a.m4v', size: 11 }, 'video', 10)).toBe('size');
    expect(problemOf({ name: 'a.mp4', size: 0 }, 'video', 10)).toBe('empty');
    expect([512_000, 1_048_576, 5_242_880].map(readableSize)).toEqual(['500KB', '1024KB', '5M']);
  });
  it('are named by the server', () => {
    expect(fileName("attachment; filename=x.xlsx; filename*=UTF-8''%E8%AE%A2%E5%8D%95.xlsx", 'o')).toBe('订单.xlsx');
    expect(fileName('attachment; filename="a b.xlsx"', 'o')).toBe('a b.xlsx');
    expect(fileName(null, 'o')).toBe('o');
  });
});

describe('days and regions', () => {
  it('are those of +08:00, and China’s prefix stands where it must', () => {
    expect(dayStart('2026-11-21')).toBe('2026-11-20T16:00:00.000Z');
    expect(dayEnd('2026-11-21')).toBe('2026-11-21T15:59:59.999Z');
    expect(dayAtEight(new Date('2026-11-21T16:00:00Z'))).toBe('2026-11-22');
    expect(regionName('TW', 'en-US')).toBe('China Taiwan');
    expect(regionName('hk', 'zh-CN')).toBe('中国香港');
    expect(regionName('BR', 'pt-BR')).toBe('Brasil');
    expect(regionName('nonsense', 'en-US')).toBe('nonsense');
    expect(toApi({ tStart: '2026-11-21', tEnd: 'x', name: 'a' }, ['tStart', 'tEnd'])).toEqual({
      tStart: '2026-11-20T16:00:00.000Z',
      name: 'a',
    });
  });
  it('greet by the hour', () => {
    expect([0, 8, 9, 11, 12, 13, 14, 19, 20, 23].map(greetingBand)).toEqual([
      ...['morning', 'morning', 'forenoon', 'forenoon', 'noon', 'noon', 'afternoon', 'afternoon', 'evening', 'evening'],
    ]);
  });
});

describe('who sees what', () => {
  it('needs every part of a gate', () => {
    const who = { permissions: ['sysuser:add'], roles: ['admin'], type: 1 };
    expect(allowed({}, who)).toBe(true);
    expect(allowed({ permission: ['sysuser:del', 'sysuser:add'], role: 'admin', types: [1, 11] }, who)).toBe(true);
    expect(allowed({ permission: 'sysuser:del' }, who)).toBe(false);
    expect(allowed({ types: [2] }, who)).toBe(false);
    expect(allowed({ types: [2] }, { ...who, type: undefined })).toBe(false);
  });
  it('filters the dictionaries of §6', () => {
    const item = (value: string): DictItem => ({ id: value, dictCode: '', value, name: value, valueType: 2 });
    const left = (code: string, values: string[], who: { permissions: string[]; type: number }) =>
      visible(code, values.map(item), who).map((i) => i.value);
    const groups = ['531', '532'];
    expect(left('establish_group_type', groups, { permissions: [], type: 1 })).toEqual(['531']);
    expect(left('establish_group_type', groups, { permissions: ['aty:contactsgroupactive:read'], type: 2 })).toEqual(
      groups,
    );
    const ways = ['admin', 'proxy', 'usdt_trc20', 'src_wx', 'src_al', 'other'];
    expect(left('payment_method', ways, { permissions: [], type: 1 })).toEqual(ways);
    expect(left('payment_method', ways, { permissions: ['pay:third:usdt'], type: 3 })).toEqual(['admin', 'usdt_trc20']);
    expect(left('payment_method', ways, { permissions: ['pay:third:wx'], type: 11 })).toEqual([
      ...['admin', 'proxy', 'src_wx', 'src_al'],
    ]);
  });
});

describe('dictionaries', () => {
  const dict = (code: string, hash: string) => ({
    dictCode: code,
    hashCode: hash,
    valueType: 1,
    dictItems: [
      { id: '1', dictCode: code, value: '1', name: `One of ${hash}`, valueType: 1, attributes: { tagColor: 'green' } },
    ],
  });
  it('are asked for together, kept for a week, and asked anew when their hash changed', async () => {
    let hash = 'h1';
    const calls = serve((c) => {
      if (c.url.includes('invalid-hash')) return ok(['a']);
      const codes = decodeURIComponent(c.url.split('dictCodes=')[1] ?? '').split(',');
      return ok(codes.map((code) => dict(code, hash)));
    });
    const { user: _, again } = await show(
      <>
        <DictTag code="a" value={1} />
        <DictTag code="b" value="1" />
        <DictTag code="a" value="9" />
      </>,
    );
    await waitFor(() => expect(screen.getAllByText('One of h1')).toHaveLength(2));
    expect(screen.getByText('9')).toBeInTheDocument();
    expect(calls.map((c) => decodeURIComponent(c.url))).toEqual(['/api/system/dict/data?dictCodes=a,b']);
    expect(Object.keys(window.localStorage).filter((k) => k.startsWith('dict_cache_me_'))).toHaveLength(2);

    hash = 'h2';
    await act(async () => expect(await checkDicts(queryClient)).toEqual(['a']));
    expect(calls.find((c) => c.url.includes('invalid-hash'))?.body).toEqual({ a: 'h1', b: 'h1' });
    await screen.findByText('One of h2');
    await again(null);
  });
  it('have values of their type and colours that can be read', () => {
    expect([typed({ value: '1', valueType: 1 }), typed({ value: '1', valueType: 2 })]).toEqual([1, '1']);
    expect(typed({ value: 'true', valueType: 3 })).toBe(true);
    expect(toneOf('volcano')).toEqual({ tone: 'orange' });
    expect(toneOf('nonsense')).toEqual({ tone: 'gray' });
    expect(toneOf('#FAAD14').colour).not.toBe('#FAAD14');
  });
});

describe('what is kept in the browser', () => {
  it('ends after its life, and survives foreign entries', () => {
    let now = 1000;
    const cache = browserCache<string>('p_', CACHE_LIFE, () => now);
    cache.put('a', 'x');
    expect(cache.get('a')?.data).toBe('x');
    expect(cache.keys()).toEqual(['a']);
    now += CACHE_LIFE;
    expect(cache.get('a')).toBeUndefined();
    window.localStorage.setItem('p_b', '{broken');
    expect(cache.get('b')).toBeUndefined();
    expect(cache.keys()).toEqual([]);
  });
});

function Probe({ id, ask }: { id: string; ask: () => Promise<number> }) {
  return usePoll({ queryKey: ['probe', id], queryFn: ask }, { until: (s) => s > 1, every: 5, times: 4 }).state;
}

describe('time', () => {
  it('renews a token before it ends', () => {
    expect(renewIn(7_200_000, 0)).toBe(6_480_000);
    expect(renewIn(90_000, 0)).toBe(30_000);
    expect(renewIn(10_000, 0)).toBe(0);
  });
  it('counts down', async () => {
    vi.useFakeTimers();
    const end = Date.now() + 2500;
    const { result } = renderHook(() => useCountdown(end));
    expect(result.current).toBe(3);
    await act(async () => vi.advanceTimersByTime(3000));
    expect(result.current).toBe(0);
  });
  it('asks until it is final, or often enough', async () => {
    let status = 1;
    const ask = vi.fn(async () => status);
    const { again } = await show(<Probe id="a" ask={ask} />);
    await screen.findByText('timeout');
    expect(ask).toHaveBeenCalledTimes(4);
    status = 2;
    await again(<Probe id="b" ask={ask} />);
    await screen.findByText('done');
    expect(ask).toHaveBeenCalledTimes(5);
  });
});

describe('columns', () => {
  it('that are new keep their place behind their neighbour', () => {
    const all = ['a', 'b', 'new', 'c'].map((field) => ({ field }));
    expect(ordered(all, ['c', 'b', 'a', 'gone']).map((c) => c.field)).toEqual(['c', 'b', 'new', 'a']);
    expect(ordered(all, []).map((c) => c.field)).toEqual(['a', 'b', 'new', 'c']);
  });
});

describe('a chart', () => {
  it('of rates that are all nought ends at the whole', () => {
    expect(rangeOf({ kind: 'bar', most: 1 }, 0, 0)).toEqual([0, 1]);
    const [low, high] = rangeOf({ kind: 'bar', most: 1 }, 0.1, 0.3);
    expect([low, high]).toEqual([0, expect.closeTo(0.31, 1)]);
    expect(rangeOf({ kind: 'area' }, null, null)).toEqual([0, 4]);
  });
  it('has its surfaces begin at 0, and its lines where their values are', () => {
    expect(rangeOf({ kind: 'area' }, 90, 100)[0]).toBe(0);
    expect(rangeOf({ kind: 'bar' }, 26, 26)[1]).toBeLessThan(30);
    expect(rangeOf({ kind: 'bar' }, -5, 100)[0]).toBeLessThan(-5);
    expect(rangeOf({ kind: 'line' }, 90, 100)[0]).toBeGreaterThan(80);
  });
  it('stacks its values, the whole first, and leaves a gap where a line has none', () => {
    const data = [
      { a: 1, b: 2 },
      { a: 3, b: null },
    ];
    const series = ['a', 'b'].map((field) => ({ field, label: field }));
    expect(columnsOf({ kind: 'stack', data, series })).toEqual([
      [0, 1],
      [3, 3],
      [1, 3],
    ]);
    expect(columnsOf({ kind: 'line', data, series })).toEqual([
      [0, 1],
      [1, 3],
      [2, null],
    ]);
  });
  it('labels as many places as fit, the last among them', () => {
    expect(labelled(3, 200, 300)).toEqual([0, 1, 2]);
    expect(labelled(10, 36, 300)).toEqual([1, 3, 5, 7, 9]);
    expect(labelled(0, 0, 300)).toEqual([]);
  });
  it('is also a table', async () => {
    const { user } = await show(
      <Chart
        label="Sent a day"
        kind="line"
        x="day"
        xLabel="Day"
        data={[{ day: '11-21', sent: 5 }]}
        series={[{ field: 'sent', label: 'Sent' }]}
        format={(v) => `${v} m`}
      />,
    );
    await user.click(screen.getByRole('button', { name: 'Show as table' }));
    expect(screen.getByRole('columnheader', { name: 'Sent' })).toBeInTheDocument();
    expect(screen.getByRole('cell', { name: '5 m' })).toBeInTheDocument();
  });
});
