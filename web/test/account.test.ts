import { describe, expect, it } from 'vitest';
import { regions } from '@/features/auth/regions';
import { problemsOf as registrationProblems, tidy } from '@/features/auth/registration';
import { initials } from '@/features/profile/me';
import { byDay } from '@/features/statement/days';
import { problemsOf } from '@/kit/account/password';
import { searching } from '@/lib/input/fold';

describe('a password', () => {
  const ok = { oldPass: 'old-one', newPass: 'Blue-Kettle-71', confirmPass: 'Blue-Kettle-71' };
  it.each([
    [{}, {}],
    [{ oldPass: '' }, { oldPass: 'required' }],
    [{ newPass: '' }, { newPass: 'required', confirmPass: 'newFirst' }],
    [{ confirmPass: '' }, { confirmPass: 'required' }],
    [{ newPass: 'abcde', confirmPass: 'abcde' }, { newPass: 'short' }],
    [{ newPass: '650001', confirmPass: '650001' }, { newPass: 'initial' }],
    [{ newPass: 'old-one', confirmPass: 'old-one' }, { newPass: 'same' }],
    [{ confirmPass: 'blue-kettle-71' }, { confirmPass: 'mismatch' }],
  ])('%o: %o', (change, found) => {
    expect(problemsOf({ ...ok, ...change }, '11987650001')).toEqual(found);
  });
  it('knows no initial password of an account without a phone', () => {
    expect(problemsOf({ ...ok, newPass: '650001', confirmPass: '650001' }, 'admin')).toEqual({});
  });
});

describe('a registration', () => {
  const form = (of: Record<string, string>) => {
    const f = new FormData();
    for (const [name, value] of Object.entries(of)) f.append(name, value);
    return tidy(f);
  };
  const ok = {
    username: '+11 98765-0009',
    name: ' Ana ',
    email: 'ana@lima.com',
    countryCode: 'BR',
    password: 'Blue-Kettle-71',
    confirmPass: 'Blue-Kettle-71',
  };
  it('is sent without blanks and plus sign', () => {
    expect(form(ok)).toMatchObject({ username: '11987650009', name: 'Ana', companyName: '', recommendCode: '' });
    expect(registrationProblems(form(ok))).toEqual({});
  });
  it.each([
    [{ username: '0123456' }, { username: 'phoneWrong' }],
    [{ email: 'ana@lima' }, { email: 'emailWrong' }],
    [{ countryCode: '' }, { countryCode: 'countryMissing' }],
    [{ username: 'abc' }, { username: 'phoneWrong' }],
    [{ username: '' }, { username: 'required' }],
    [{ password: '650009', confirmPass: '650009' }, { password: 'initial' }],
    [{ password: '' }, { password: 'required', confirmPass: 'newFirst' }],
    [{ confirmPass: 'x' }, { confirmPass: 'mismatch' }],
  ])('%o: %o', (change, found) => {
    expect(registrationProblems(form({ ...ok, ...change }))).toEqual(found);
  });
});

it('names every region in each language', () => {
  for (const locale of ['zh-CN', 'en-US', 'pt-BR', 'zh-TW']) {
    const all = regions(locale);
    expect(all.length).toBe(249);
    expect(all.find((r) => r.code === 'HK')?.name).not.toBe('HK');
  }
});

it('gives initials', () => {
  expect(['Ipê Cosméticos Ltda', 'admin', '王小明', ''].map(initials)).toEqual(['IL', 'A', '王', '']);
});

it('adds up days at +08:00 without losing a hundredth', () => {
  const now = new Date('2026-11-21T18:00:00Z'); // the 22nd at +08:00
  const days = byDay(
    [
      { createTime: '2026-11-21T16:30:00Z', amount: 0.1 },
      { createTime: '2026-11-21T16:40:00Z', amount: 0.2 },
      { createTime: '2026-11-21T15:59:00Z', amount: -3 },
      { createTime: '2026-10-01T00:00:00Z', amount: 9 },
    ],
    now,
  );
  expect(days).toHaveLength(14);
  expect(days.at(-1)).toEqual({ day: '2026-11-22', in: 0.3, out: 0 });
  expect(days.at(-2)).toEqual({ day: '2026-11-21', in: 0, out: 3 });
});

it('finds a country by its calling code before those that only contain it', () => {
  const option = (value: string, name: string, callingCode: string) => ({
    value,
    callingCode,
    search: `${name} ${value} +${callingCode}`,
  });
  const all = [option('AL', 'Albania', '355'), option('BR', 'Brazil', '55'), option('GI', 'Gibraltar', '350')];
  const found = (typed: string) =>
    all
      .filter((o) => searching.filterOption(typed, o))
      .sort((a, b) => searching.filterSort(a, b, { searchValue: typed }))
      .map((o) => o.value);
  expect([found('55'), found('+55'), found('br'), found('')]).toEqual([
    ['BR', 'AL'],
    ['BR'],
    ['BR', 'GI'],
    ['AL', 'BR', 'GI'],
  ]);
});
