import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AntdRoot } from '@/app/shell/AntdRoot';
import { Nav } from '@/app/shell/Nav';
import type { MenuNode } from '@/lib/router/menuNode';
import { hrefOf, navigate } from '@/lib/router/navigate';
import { useSession } from '@/lib/session';
import { signOut, signOutProblem } from '@/lib/signOut';
import { ok, refuse, serve } from './server';
import { show } from './util';

const menu: MenuNode[] = [
  { id: 'a', type: 1, path: '/orders', uri: 'gc/order', title: 'Orders' },
  { id: 'b', type: 1, path: '', uri: 'https://a.example/', targetType: 3, title: 'Help' },
];

describe('the menu', () => {
  beforeEach(() => window.history.replaceState(null, '', '/'));
  afterEach(() => vi.restoreAllMocks());

  it('opens a page at its list, never at a remembered detail', async () => {
    navigate('/orders?id=1');
    hrefOf('/orders');
    const { user } = await show(<Nav menu={menu} trail={[]} theme="light" mode="inline" />, '/orders');
    await user.click(screen.getByRole('link', { name: 'Orders' }));
    expect(window.location.pathname + window.location.search).toBe('/orders');
  });

  it('has real addresses, and opens a link that has no path', async () => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null);
    const { user } = await show(<Nav menu={menu} trail={[]} theme="light" mode="inline" />);
    expect(screen.getByRole('link', { name: 'Orders' })).toHaveAttribute('href', '/orders');
    await user.click(screen.getByRole('link', { name: 'Help' }));
    expect(open).toHaveBeenCalledWith('https://a.example/', '_blank', 'noopener,noreferrer');
  });
});

describe('groups of the menu', () => {
  const page = (id: string): MenuNode => ({ id, type: 1, path: `/${id}`, title: id });
  const group = (id: string, ...children: MenuNode[]): MenuNode => ({
    id,
    type: 0,
    path: `/${id}`,
    title: id,
    children,
  });
  const tree = [
    group('Send', page('Orders'), page('Calls')),
    group('Audience', page('Lists'), page('Consents')),
    group('Reports', page('Sent'), page('Exports')),
    group('Customers', page('My customers')),
  ];
  const at = (...ids: number[]): MenuNode[] => ids.flatMap((i) => [tree[i], tree[i]?.children?.[0]] as MenuNode[]);
  const shown = (trail: MenuNode[]) => <Nav menu={tree} trail={trail} theme="light" mode="inline" />;
  const open = () =>
    screen
      .getAllByRole('button', { expanded: true })
      .map((b) => b.textContent)
      .join();

  it('are closed but for the first and the one of the page, which stays open when the page is left', async () => {
    const { again } = await show(shown(at(1)));
    expect(open()).toBe('Send,Audience');
    await again(shown(at(2)));
    expect(open()).toBe('Send,Audience,Reports');
  });

  it('of one page are that page', async () => {
    await show(shown([]));
    expect(screen.getByRole('link', { name: 'My customers' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Customers' })).toBeNull();
  });

  it('stay as the user left them', async () => {
    const first = await show(shown([]));
    await first.user.click(screen.getByRole('button', { name: 'Reports' }));
    await first.user.click(screen.getByRole('button', { name: 'Send' }));
    cleanup();
    await show(shown(at(0)));
    expect(open()).toBe('Reports');
  });
});

describe('what waits for review', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('is counted at its page, for reviewers', async () => {
    serve(() => ok([{ page: 'gc/order', count: 120 }]));
    useSession.setState({ token: 't', permissions: ['gc:groupsendorder:review'] });
    await show(<Nav menu={menu} trail={[]} theme="light" mode="inline" />);
    expect(await screen.findByText('99+')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Orders' })).toHaveAccessibleDescription('120 waiting for review');
    useSession.setState({ token: null, permissions: [] });
  });
});

describe('a sign-out that the server refuses', () => {
  it('ends the session here, and leaves the reason for the sign-in page', async () => {
    serve(() => refuse(503, 503, 'Try again later'));
    await show(<AntdRoot>{null}</AntdRoot>);
    useSession.setState({ token: 't' });
    await signOut();
    expect(useSession.getState().token).toBeNull();
    expect(signOutProblem()).toBe('Try again later');
    vi.unstubAllGlobals();
  });
});
