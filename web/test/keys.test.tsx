import { fireEvent, screen } from '@testing-library/react';
import { Form, Input } from 'antd';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { DateTimeInput } from '@/kit/input/dates';
import { contains } from '@/lib/input/fold';
import { guardComposition } from '@/lib/input/keys';
import { safeStorage, tabStorage } from '@/lib/storage';
import { SearchField } from '@/ui/SearchField';
import { Select } from '@/ui/Select';
import { show } from './util';

/** The order of WebKit: the composition ends before the Enter that confirmed it. */
function confirmInSafari(at: HTMLElement) {
  fireEvent.compositionStart(at);
  fireEvent.compositionEnd(at);
  return fireEvent.keyDown(at, { key: 'Enter', keyCode: 229, isComposing: false });
}

describe('Enter that confirms a word of an input method', () => {
  it('searches for nothing, and Enter alone does', async () => {
    const onSearch = vi.fn();
    await show(<SearchField className="" label="Name" value="wo" number={false} onSearch={onSearch} />);
    const field = screen.getByLabelText('Name');
    confirmInSafari(field);
    fireEvent.keyDown(field, { key: 'Enter', keyCode: 229, isComposing: true });
    expect(onSearch).not.toHaveBeenCalled();
    fireEvent.keyDown(field, { key: 'Enter', keyCode: 13 });
    expect(onSearch).toHaveBeenCalledWith('wo');
  });

  it('reaches no handler of a library either', async () => {
    const undo = guardComposition();
    const onPressEnter = vi.fn();
    await show(<Input aria-label="Name" onPressEnter={onPressEnter} />);
    confirmInSafari(screen.getByLabelText('Name'));
    expect(onPressEnter).not.toHaveBeenCalled();
    fireEvent.keyDown(screen.getByLabelText('Name'), { key: 'Enter', keyCode: 13 });
    expect(onPressEnter).toHaveBeenCalledTimes(1);
    undo();
  });
});

function Roles() {
  const [value, set] = useState<string[]>([]);
  return (
    <>
      <Select<string[]>
        aria-label="Roles"
        mode="multiple"
        value={value}
        onChange={set}
        options={['Finance', 'Sales'].map((v) => ({ value: v, label: v }))}
      />
      <output>{value.join(' ')}</output>
    </>
  );
}

it('Tab leaves what is chosen in a select of several', async () => {
  const { user } = await show(<Roles />);
  await user.click(screen.getByRole('combobox'));
  await user.click(await screen.findByTitle('Finance'));
  expect(screen.getByRole('status')).toHaveTextContent('Finance');
  fireEvent.keyDown(screen.getByRole('combobox'), { key: 'Tab', keyCode: 9, which: 9 });
  expect(screen.getByRole('status')).toHaveTextContent('Finance');
});

it('a day that was picked stays when its field is left without OK', async () => {
  const took = vi.fn();
  const { user } = await show(
    <Form onValuesChange={(_, v) => took(v.at?.format('YYYY-MM-DD HH:mm'))}>
      <Form.Item name="at">
        <DateTimeInput aria-label="Deadline" />
      </Form.Item>
      <input aria-label="Remark" />
    </Form>,
  );
  await user.click(screen.getByLabelText('Deadline'));
  const day = document.querySelector<HTMLElement>('.ant-picker-cell-in-view:last-of-type');
  await user.click(day as HTMLElement);
  await user.click(screen.getByLabelText('Remark'));
  const shown = screen.getByLabelText<HTMLInputElement>('Deadline').value;
  expect(shown).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d$/);
  expect(took).toHaveBeenLastCalledWith(shown);
});

describe('storage that the browser forbids', () => {
  const own = (name: 'localStorage' | 'sessionStorage') => Object.getOwnPropertyDescriptor(window, name);
  const before = { localStorage: own('localStorage'), sessionStorage: own('sessionStorage') };
  afterEach(() => {
    for (const [name, was] of Object.entries(before)) if (was) Object.defineProperty(window, name, was);
  });

  it('keeps nothing, and nothing throws', () => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        configurable: true,
        get() {
          throw new DOMException('denied', 'SecurityError');
        },
      });
    for (const storage of [safeStorage, tabStorage]) {
      storage.setItem('a', '1');
      storage.removeItem('a');
      expect(storage.getItem('a')).toBeNull();
    }
    expect(safeStorage.keys()).toEqual([]);
  });
});

it.each([
  ['café', 'cafe\u0301'],
  ['cafe\u0301', 'CAFÉ'],
  ['ΟΔΟΣ', 'οδος'],
  ['οδος', 'ΟΔΟΣ'],
  ['Straße', 'STRASSE'],
  ['Aurora Market', ' aurora '],
  ['anything', ''],
])('%s is found by %s', (text, search) => expect(contains(text, search)).toBe(true));
