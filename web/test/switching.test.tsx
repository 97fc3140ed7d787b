import { beforeEach, describe, expect, it } from 'vitest';
import { useSwitching } from '@/kit/resource/switching';
import { request } from '@/lib/api/request';
import { show } from './util';

type Row = { code: string; name: string; disabled: boolean };
const BRAZIL: Row = { code: 'BR', name: 'Brazil', disabled: false };
const CHINA: Row = { code: 'CN', name: 'China', disabled: true };

let actions: ReturnType<typeof useSwitching<Row, 'countryAdmin'>> = [];
function Page() {
  actions = useSwitching<Row, 'countryAdmin'>('countryAdmin', {
    permission: 'conf:country:edit',
    name: (row) => row.name,
    off: (row) => row.disabled,
    call: ({ code }, disabled) => request('put', '/conf/country', { body: { code, disabled } }),
  });
  return null;
}

describe('the actions that switch a row off and on', () => {
  beforeEach(() => show(<Page />));

  it('are each shown for the rows that they change, and need the permission', () => {
    const shown = (row: Row) => actions.filter((a) => a.shown?.(row)).map((a) => a.key);
    expect(shown(BRAZIL)).toEqual(['disable']);
    expect(shown(CHINA)).toEqual(['enable']);
    expect(actions.map((a) => a.permission)).toEqual(['conf:country:edit', 'conf:country:edit']);
  });

  it('ask with the name of the row, and send what it becomes', () => {
    const [off, on] = actions;
    expect(off?.confirm?.(BRAZIL)).toMatchObject({ title: expect.stringContaining('Brazil') });
    expect(on?.confirm?.(CHINA)).toMatchObject({ title: expect.stringContaining('China') });
    expect(off && 'call' in off && off.call(BRAZIL).input).toEqual({ body: { code: 'BR', disabled: true } });
    expect(on && 'call' in on && on.call(CHINA).input).toEqual({ body: { code: 'CN', disabled: false } });
    expect([off?.danger, on?.danger]).toEqual([true, false]);
  });
});
