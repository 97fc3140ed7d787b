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
  const tree: MenuNode[] = [{ id: 'g', type: 0, path: '/send', title: 'Sending', children: menu }];
  const group = () => screen.getByRole('button', { name: 'Sending' });

  it('stay closed until they are opened again', async () => {
    const first = await show(<Nav menu={tree} trail={[]} theme="light" mode="inline" />);
    expect(group()).toHaveAttribute('aria-expanded', 'true');
    await first.user.click(group());
    expect(group()).toHaveAttribute('aria-expanded', 'false');
    cleanup();
    const second = await show(<Nav menu={tree} trail={[]} theme="light" mode="inline" />);
    expect(group()).toHaveAttribute('aria-expanded', 'false');
    await second.user.click(group());
    cleanup();
    await show(<Nav menu={tree} trail={[]} theme="light" mode="inline" />);
    expect(group()).toHaveAttribute('aria-expanded', 'true');
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
