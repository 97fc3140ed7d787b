import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Pagination as AntdPagination } from 'antd';
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
    <Pagination current={7} size={10} sizes={[10, 20]} total={190} text="190" onChange={(...to) => went.push(to)} />,
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

it('orders by a column up, down and not at all, by keyboard too', async () => {
  const asked: unknown[] = [];
  const user = userEvent.setup();
  for (const order of [null, 'ascend', 'descend'] as const) {
    const { unmount } = render(
      <Table
        columns={[{ field: 'a', title: 'A', order, cell: (r: number) => r }]}
        rows={[1]}
        keyOf={String}
        onSort={(field, to) => asked.push([field, to])}
        empty={null}
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
      <Tooltip text="Why it is off">
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
