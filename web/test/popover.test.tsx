import { act, screen, waitFor } from '@testing-library/react';
import { Button } from 'antd';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { Nav } from '@/app/shell/Nav';
import type { MenuNode } from '@/lib/router/menuNode';
import { Dropdown } from '@/ui/Dropdown';
import type { MenuItem } from '@/ui/Menu';
import { Popover } from '@/ui/Popover';
import { Tooltip } from '@/ui/Tooltip';
import { show } from './util';

it('a menu is walked by keyboard, leaves out what is off, and gives the focus back', async () => {
  const picked: string[] = [];
  const entry = (key: string, more: object = {}): MenuItem => ({
    key,
    label: key,
    onClick: () => picked.push(key),
    ...more,
  });
  const entries = [
    entry('Apples'),
    entry('Bread', { disabled: true }),
    { key: 'l', type: 'divider' as const },
    entry('Cheese'),
  ];
  const { user } = await show(
    <Dropdown menu={{ items: entries }}>
      <Button aria-label="Food" />
    </Dropdown>,
  );
  const button = screen.getByRole('button', { name: 'Food' });
  const now = () => document.activeElement?.textContent;
  button.focus();
  await user.keyboard('{Enter}');
  expect(button).toHaveAttribute('aria-expanded', 'true');
  await waitFor(() => expect(now()).toBe('Apples'));
  await user.keyboard('{ArrowDown}');
  expect(now()).toBe('Cheese');
  await user.keyboard('{ArrowDown}');
  expect(now()).toBe('Apples');
  await user.keyboard('c');
  expect(now()).toBe('Cheese');
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('menu')).toBeNull();
  expect(button).toHaveFocus();
  await user.keyboard('{ArrowDown}');
  await waitFor(() => expect(now()).toBe('Apples'));
  await user.keyboard('{End}{Enter}');
  expect(picked).toEqual(['Cheese']);
  expect(button).toHaveFocus();
  await user.click(button);
  await user.click(screen.getByRole('menuitem', { name: 'Bread' }));
  expect(picked).toEqual(['Cheese']);
  expect(screen.getByRole('menu')).toBeVisible();
  await user.pointer({ keys: '[MouseLeft]', target: document.body });
  expect(screen.queryByRole('menu')).toBeNull();
});

it('a tip comes with the focus and goes with Escape', async () => {
  const { user } = await show(
    <Tooltip title="All about it">
      <button type="button">It</button>
    </Tooltip>,
  );
  await user.hover(screen.getByRole('button', { name: 'It' }));
  expect(await screen.findByRole('tooltip')).toHaveTextContent('All about it');
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('tooltip')).toBeNull();
});

function Part() {
  const [open, setOpen] = useState(false);
  return (
    <Popover title="Details" open={open} onOpenChange={setOpen} content={<a href="/x">x</a>}>
      <Button aria-label="More" />
    </Popover>
  );
}

it('what opens beside a button takes the focus, and gives it back', async () => {
  const { user } = await show(<Part />);
  await user.click(screen.getByRole('button', { name: 'More' }));
  await waitFor(() => expect(screen.getByRole('dialog', { name: 'Details' })).toHaveFocus());
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByRole('button', { name: 'More' })).toHaveFocus();
});

it('groups of the menu open and close, and beside themselves where there is no room', async () => {
  const page: MenuNode = { id: 'p', type: 1, path: '/g/p', uri: 'u', title: 'Page' };
  const menu: MenuNode[] = [
    {
      id: 'g',
      type: 0,
      path: '/g',
      title: 'Group',
      children: [page, { ...page, id: 'q', path: '/g/q', title: 'Other' }],
    },
  ];
  const { user, again } = await show(<Nav menu={menu} trail={[...menu, page]} theme="dark" mode="inline" />);
  expect(screen.getByRole('link', { name: 'Page' })).toHaveAttribute('aria-current', 'page');
  const group = screen.getByRole('button', { name: 'Group' });
  expect(group).toHaveAttribute('aria-expanded', 'true');
  await user.click(group);
  expect(screen.queryByRole('link', { name: 'Page' })).toBeNull();
  await again(<Nav menu={menu} trail={[]} theme="dark" mode="inline" collapsed />);
  const small = screen.getByRole('button', { name: 'Group' });
  act(() => small.focus());
  await user.keyboard('{Enter}');
  const entry = await screen.findByRole('menuitem', { name: 'Page' });
  expect(entry).toHaveAttribute('href', '/g/p');
  await user.click(entry);
  await waitFor(() => expect(window.location.pathname).toBe('/g/p'));
});
