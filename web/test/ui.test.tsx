import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
// biome-ignore lint/style/noRestrictedImports: ours names the pages that antd's names
import { Pagination as AntdPagination } from 'antd';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { LazySelect } from '@/ui/LazySelect';
import { Pagination, pagination } from '@/ui/Pagination';
import { SearchField } from '@/ui/SearchField';
import { Table } from '@/ui/Table';
import { Tooltip } from '@/ui/Tooltip';
import { show } from './util';

it('names the pages that antd names', () => {
  for (const pages of [1, 6, 7, 8, 19])
    for (let current = 1; current <= pages; current++) {
      const { container, unmount } = render(
        <AntdPagination current={current} total={pages * 10} showSizeChanger={false} />,
      );
      const shown = [...container.querySelectorAll('li')].flatMap((li) => {
        if (/jump-prev/.test(li.className) && !/item-after/.test(li.className)) return [-1];
        if (/jump-next/.test(li.className) && !/item-before/.test(li.className)) return [-2];
        return /ant-pagination-item-\d/.test(li.className) ? [Number(li.title)] : [];
      });
      expect(pagination(current, pages), `${current} of ${pages}`).toEqual(shown);
      unmount();
    }
});

it('goes to a page, by steps and by jumps, and to another size', async () => {
  const went: number[][] = [];
  const { user } = await show(
    <Pagination current={7} pageSize={10} pageSizeOptions={[10, 20]} total={190} onChange={(...to) => went.push(to)} />,
  );
  const pages = screen.getByRole('navigation', { name: 'Pages' });
  expect(within(pages).getByRole('button', { current: 'page' })).toHaveAccessibleName('Page 7');
  for (const name of ['Page 8', 'Previous page', 'Next page', 'Next 5 pages', 'Previous 5 pages'])
    await user.click(within(pages).getByRole('button', { name }));
  expect(went.splice(0)).toEqual([8, 6, 8, 12, 2].map((page) => [page, 10]));
  await act(() => user.click(screen.getByRole('combobox', { name: 'Rows per page' }))); // its code comes now
  await user.click(await screen.findByTitle('20 / page'));
  expect(went).toEqual([[7, 20]]);
});

it('sorts by a column up, down and not at all, by Space and by Enter', async () => {
  const asked: unknown[] = [];
  const user = userEvent.setup();
  for (const order of [null, 'ascend', 'descend'] as const) {
    const { unmount } = render(
      <Table
        columns={[{ key: 'a', title: 'A', sorter: true, sortOrder: order, render: (r: number) => r }]}
        dataSource={[1]}
        rowKey={String}
        onChange={(sorter) => asked.push([sorter.columnKey, sorter.order])}
      />,
    );
    expect(screen.getByRole('columnheader', { name: 'A' })).toHaveAttribute(
      'aria-sort',
      order ? `${order}ing` : 'none',
    );
    screen.getByRole('button', { name: 'A' }).focus();
    await user.keyboard(order ? '{Enter}' : ' ');
    unmount();
  }
  expect(asked).toEqual([
    ['a', 'ascend'],
    ['a', 'descend'],
    ['a', null],
  ]);
});

it('keeps the focus while the code of a select comes, and does not take the focus back after the user has moved on', async () => {
  const fields = ['First', 'Second'].map((label) => <LazySelect key={label} label={label} options={[]} />);
  const { user } = await show(fields);
  const at = (label: string) => screen.getByRole('combobox', { name: label });
  await user.tab();
  expect(at('First')).toHaveFocus();
  await user.tab();
  expect(at('Second')).toHaveFocus();
  // The stand-in cannot be written into; the select that takes its place has the focus from it.
  await waitFor(() => expect(at('Second').closest('.ant-select-focused')).not.toBeNull());
  expect(at('Second')).toHaveFocus();
});

it('ties a tip to its control, and names the buttons of a search in the language of the page', async () => {
  const searched: string[] = [];
  const { user } = await show(
    <>
      <Tooltip title="Why it is off">
        <button type="button">Go</button>
      </Tooltip>
      <SearchField label="Name" value="x" number={false} className="" onSearch={(text) => searched.push(text)} />
    </>,
  );
  const control = screen.getByRole('button', { name: 'Go' });
  await user.hover(control);
  await screen.findByRole('tooltip');
  expect(control).toHaveAccessibleDescription('Why it is off');
  await user.unhover(control);
  await waitFor(() => expect(control).not.toHaveAccessibleDescription());
  await user.click(screen.getByRole('button', { name: 'Search: Name' }));
  await user.click(screen.getByRole('button', { name: 'Clear: Name' }));
  expect(searched).toEqual(['x', '']);
});

function Letters() {
  const [keys, setKeys] = useState<string[]>([]);
  const [widths, setWidths] = useState<Record<string, number>>({});
  return (
    <>
      <Table
        columns={[{ key: 'letter', title: 'Letter', width: 200, render: (r: string) => r }]}
        dataSource={['a', 'b', 'c', 'd', 'e']}
        rowKey={String}
        widths={widths}
        onResize={(key, width) => setWidths(width === null ? {} : { [key]: width })}
        rowSelection={{
          selectedRowKeys: keys,
          onChange: setKeys,
          getCheckboxProps: (r) => ({ disabled: r === 'c' }),
          labelAll: 'All',
          labelOf: (line) => `Row ${line}`,
        }}
      />
      <output>{keys.toSorted().join('')}</output>
    </>
  );
}

it('selects a range of rows with Shift, by mouse and by keyboard, without those that cannot be selected', async () => {
  const { user } = await show(<Letters />);
  const row = (n: number) => screen.getByRole('checkbox', { name: `Row ${n}` });
  const chosen = screen.getByRole('status');
  await user.click(row(1));
  await user.keyboard('{Shift>}');
  await user.click(row(4));
  await user.keyboard('{/Shift}');
  expect(chosen).toHaveTextContent(/^abd$/);
  act(() => row(2).focus());
  await user.keyboard(' ');
  expect(chosen).toHaveTextContent(/^ad$/);
  await user.keyboard('{Tab}{Tab}');
  expect(row(5)).toHaveFocus();
  await user.keyboard('{Shift>} {/Shift}');
  expect(chosen).toHaveTextContent(/^abde$/);
});

it('changes the width of a column by the keys of its separator', async () => {
  const { user } = await show(<Letters />);
  const edge = screen.getByRole('separator', { name: 'Width of “Letter”' });
  act(() => edge.focus());
  await user.keyboard('{End}');
  expect(edge).toHaveAttribute('aria-valuenow', '800');
  await user.keyboard('{ArrowLeft}{ArrowLeft}');
  expect(edge).toHaveAttribute('aria-valuenow', '768');
  const head = screen.getByRole('columnheader', { name: /Letter/ });
  expect(head.style.maxWidth).toBe('768px');
  await user.keyboard('{Delete}');
  expect(head.style.maxWidth).toBe('');
});
