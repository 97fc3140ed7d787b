import { act, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { Nav } from '@/app/shell/Nav';
import type { MenuNode } from '@/lib/router/menuNode';
import { computePosition } from '@/ui/computePosition';
import { MenuButton, type MenuEntry } from '@/ui/Menu';
import { PopoverButton } from '@/ui/PopoverButton';
import { Tooltip } from '@/ui/Tooltip';
import { show } from './util';

const ROOM = { left: 0, top: 0, width: 1000, height: 800 };
const at = (left: number, top: number) => ({ left, top, width: 100, height: 32 });
const OWN = { width: 200, height: 300 };

it('stands below, above where there is no room below, and never out of the window', () => {
  expect(computePosition(at(300, 100), OWN, 'bottomLeft', 4, ROOM)).toEqual({ left: 300, top: 136, above: false });
  expect(computePosition(at(300, 100), OWN, 'bottomRight', 4, ROOM)).toMatchObject({ left: 200 });
  expect(computePosition(at(300, 100), OWN, 'bottom', 4, ROOM)).toMatchObject({ left: 250 });
  expect(computePosition(at(300, 700), OWN, 'bottomLeft', 4, ROOM)).toEqual({ left: 300, top: 396, above: true });
  expect(computePosition(at(950, 100), OWN, 'bottomLeft', 4, ROOM)).toMatchObject({ left: 796 });
  expect(computePosition(at(0, 100), OWN, 'bottomRight', 4, ROOM)).toMatchObject({ left: 4 });
  expect(computePosition(at(0, 700), OWN, 'rightTop', 4, ROOM)).toMatchObject({ left: 104, top: 496 });
  expect(computePosition(at(850, 100), OWN, 'rightTop', 4, ROOM)).toMatchObject({ left: 646 });
});

it('a menu is walked by keyboard, leaves out what is off, and gives the focus back', async () => {
  const picked: string[] = [];
  const entry = (key: string, more: object = {}): MenuEntry => ({
    key,
    label: key,
    onPick: () => picked.push(key),
    ...more,
  });
  const entries = [
    entry('Apples'),
    entry('Bread', { disabled: true }),
    { key: 'l', divider: true as const },
    entry('Cheese'),
  ];
  const { user } = await show(<MenuButton aria-label="Food" entries={entries} />);
  const button = screen.getByRole('button', { name: 'Food' });
  const now = () => document.activeElement?.textContent;
  button.focus();
  await user.keyboard('{Enter}');
  expect(button).toHaveAttribute('aria-expanded', 'true');
  expect(now()).toBe('Apples');
  await user.keyboard('{ArrowDown}');
  expect(now()).toBe('Cheese');
  await user.keyboard('{ArrowDown}');
  expect(now()).toBe('Apples');
  await user.keyboard('c');
  expect(now()).toBe('Cheese');
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('menu')).toBeNull();
  expect(button).toHaveFocus();
  await user.keyboard('{ArrowDown}{End}{Enter}');
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
    <Tooltip text="All about it">
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
  return <PopoverButton aria-label="More" label="Details" open={open} onOpen={setOpen} content={<a href="/x">x</a>} />;
}

it('what opens beside a button takes the focus, and gives it back', async () => {
  const { user } = await show(<Part />);
  await user.click(screen.getByRole('button', { name: 'More' }));
  expect(screen.getByRole('dialog', { name: 'Details' })).toHaveFocus();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByRole('button', { name: 'More' })).toHaveFocus();
});

it('groups of the menu open and close, and beside themselves where there is no room', async () => {
  const page: MenuNode = { id: 'p', type: 1, path: '/g/p', uri: 'u', title: 'Page' };
  const menu: MenuNode[] = [{ id: 'g', type: 0, path: '/g', title: 'Group', children: [page] }];
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
  const entry = screen.getByRole('menuitem', { name: 'Page' });
  expect(entry).toHaveAttribute('href', '/g/p');
  await user.click(entry);
  await waitFor(() => expect(window.location.pathname).toBe('/g/p'));
});
