import fs from 'node:fs';
import path from 'node:path';
import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { pages } from '@/app/registry.gen';
import { contactLink } from '@/features/help/contact';
import HelpDrawer from '@/features/help/HelpDrawer';
import { HELP } from '@/features/help/topics';
import { CREATE, PLACES } from '@/features/palette/actions';
import { menuQuery, queryClient } from '@/lib/query';
import { ok, serve } from './server';
import { show } from './util';

const PKG = path.join(import.meta.dirname, '../../pkg');

/** The built-in menu nodes of the server. */
const nodes = fs
  .readdirSync(PKG, { recursive: true, encoding: 'utf8' })
  .filter((file) => path.basename(file) === 'menu.json' && !file.includes('testdata'))
  .flatMap((file) => JSON.parse(fs.readFileSync(path.join(PKG, file), 'utf8')) as { uri: string; path: string }[]);

it('help is about pages that exist, and leads to pages that exist', () => {
  const named = Object.entries(HELP).flatMap(([uri, { related }]) => [uri, ...related]);
  expect(named.filter((uri) => !(uri in pages) || !nodes.some((n) => n.uri === uri))).toEqual([]);
  for (const [uri, { related }] of Object.entries(HELP)) expect(related).not.toContain(uri);
});

it('the shortcuts and the palette lead to pages of the menu', () => {
  const paths = new Set(nodes.map((n) => n.path));
  expect([...CREATE, ...PLACES].map((p) => p.page).filter((p) => !paths.has(p))).toEqual([]);
});

it('a contact is a link only where it is an address', () => {
  expect(contactLink(' help@herald.test ')).toBe('mailto:help@herald.test');
  expect(contactLink('+55 (11) 4000-1234')).toBe('tel:+551140001234');
  expect(contactLink('https://help.herald.test/chat')).toBe('https://help.herald.test/chat');
  for (const text of ['', 'WeChat: herald', 'javascript:alert(1)', 'http://a.test', 'a@b?cc=c@d.test', '12'])
    expect(contactLink(text), text).toBeUndefined();
});

it('shows how the page works, where to go on and how to reach support', async () => {
  const menu = [
    { id: 'o', type: 1, targetType: 1, path: '/send/order', uri: 'gc/order', title: 'Bulk sends' },
    { id: 'c', type: 1, targetType: 1, path: '/send/contact', uri: 'aty/contact', title: 'Contact lists' },
  ];
  serve(({ url }) => ok(url.includes('/oauth/router') ? menu : { key: 'support.contact', value: 'help@herald.test' }));
  queryClient.setQueryData(menuQuery.queryKey, menu as never);
  window.history.replaceState(null, '', '/send/order');
  const onClose = vi.fn();
  const { user } = await show(<HelpDrawer open onClose={onClose} />, '/send/order');
  expect(await screen.findByRole('heading', { name: 'Bulk sends' })).toBeVisible();
  expect(within(screen.getByRole('region', { name: 'How it works' })).getAllByRole('listitem')).toHaveLength(3);
  expect(screen.queryByRole('region', { name: 'Review' })).toBeNull();
  expect(await screen.findByRole('link', { name: 'help@herald.test' })).toHaveAttribute(
    'href',
    'mailto:help@herald.test',
  );
  await user.click(screen.getByRole('button', { name: 'Contact lists' }));
  expect(window.location.pathname).toBe('/send/contact');
  expect(onClose).toHaveBeenCalled();
});
