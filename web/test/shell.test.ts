import { describe, expect, it } from 'vitest';
import { close, kept, successor, visit } from '@/app/tabs/rules';
import { within } from '@/features/stock/StockButton';
import { preferred } from '@/lib/i18n/locales';
import { externalOf, match, nodeOf } from '@/lib/router/menu';
import type { MenuNode } from '@/lib/router/menuNode';
import { DEFAULTS, revive, usePrefs } from '@/lib/theme/prefs';

const DAY = 86_400_000;
const node = (more: Partial<MenuNode>): MenuNode => ({ id: 'x', type: 1, path: '/x', title: 'x', ...more });

describe('addresses of the console itself', () => {
  it('has its error pages, notices and profile without a menu', () => {
    expect(match([], '/403')).toEqual({ kind: 'error', status: '403', trail: [] });
    expect(match([], '/500')).toMatchObject({ status: '500' });
    expect(match([], '/account/myNotice')).toMatchObject({ kind: 'page', node: { uri: 'account/MyNotice' } });
    expect(match([], '/account/profile/')).toMatchObject({ kind: 'page', node: { uri: 'account/Profile' } });
  });
  it('lets the server name another page for them', () => {
    const own = node({ path: '/account/profile', uri: 'other' });
    expect(match([own], '/account/profile')).toMatchObject({ node: { uri: 'other' } });
  });
  it('never redirects to another host', () => {
    expect(match([], '/redirect//evil.example/a')).toEqual({ kind: 'redirect', to: '/evil.example/a' });
    expect(match([], '/redirect/\\evil.example')).toEqual({ kind: 'redirect', to: '/evil.example' });
  });
  it('embeds and links http addresses only', () => {
    expect(externalOf(node({ targetType: 2, uri: 'https://a.example/' }))).toBe('https://a.example/');
    expect(externalOf(node({ targetType: 3, uri: '', path: 'http://b.example' }))).toBe('http://b.example');
    expect(externalOf(node({ targetType: 2, uri: 'javascript:alert(1)' }))).toBeUndefined();
    for (const uri of [
      'https://',
      'https:a.example',
      'https://a.example@evil.example',
      'https:\\\\evil.example',
      'https://a.example\\evil',
      '//a.example',
    ])
      expect(externalOf(node({ targetType: 2, uri }))).toBeUndefined();
    expect(externalOf(node({ targetType: 2, uri: 'https://a.example:8443?x=y#z' }))).toBe(
      'https://a.example:8443?x=y#z',
    );
    expect(externalOf(node({ targetType: 1, uri: 'https://a.example/' }))).toBeUndefined();
  });
});

describe('entries of the menu', () => {
  const link = node({ id: 'link', type: 1, targetType: 3, uri: 'https://a.example', path: '' });
  const page = node({ id: 'page', path: '/page', uri: 'u' });
  it('are found by their id: a link has no path', () => {
    expect(nodeOf([node({ id: 'g', type: 0, children: [page, link] })], 'link')).toBe(link);
  });
  it('without a path are never where the console begins', () => {
    expect(match([node({ id: 'no', path: '' }), link, page], '/')).toEqual({ kind: 'redirect', to: '/page' });
  });
});

describe('closing tabs', () => {
  const open = ['a', 'b', 'c', 'd'];
  it('closes one, left, right and the others', () => {
    expect(close(open, 'b', 'one')).toEqual(['a', 'c', 'd']);
    expect(close(open, 'c', 'left')).toEqual(['c', 'd']);
    expect(close(open, 'b', 'right')).toEqual(['a', 'b']);
    expect(close(open, 'b', 'others')).toEqual(['b']);
  });
  it('tells why not', () => {
    expect(close(['a'], 'a', 'one')).toBe('last');
    expect(close(open, 'a', 'left')).toBe('noLeft');
    expect(close(open, 'd', 'right')).toBe('noRight');
    expect(close(['a'], 'a', 'others')).toBe('noOthers');
  });
  it('shows the right neighbour, else the left one', () => {
    expect(successor(open, ['a', 'b', 'd'], 'c')).toBe('d');
    expect(successor(open, ['a', 'b', 'c'], 'd')).toBe('c');
    expect(successor(open, ['c'], 'a')).toBe('c');
    expect(successor(open, ['a', 'b'], 'a')).toBe('a');
  });
  it('keeps places, and the most recent pages alive', () => {
    let tabs = { open: [] as string[], recent: [] as string[] };
    for (const p of ['a', 'b', 'c', 'a']) tabs = visit(tabs, p);
    expect(tabs).toEqual({ open: ['a', 'b', 'c'], recent: ['b', 'c', 'a'] });
    expect(visit(tabs, 'a')).toBe(tabs);
    expect(kept(tabs.recent, 1, () => false)).toEqual(['c', 'a']);
    expect(kept(tabs.recent, 1, (path) => path === 'b')).toEqual(['b', 'c', 'a']);
  });
});

describe('settings', () => {
  it('are those of the specification at first', () => {
    expect(DEFAULTS).toMatchObject({ primary: '#1890FF', navTheme: 'dark', layout: 'side', contentWidth: 'Fixed' });
    expect(DEFAULTS).toMatchObject({ fixedSider: true, multiTab: true, colourWeak: false, locale: 'zh-CN' });
  });
  it.each([
    [['en-US', 'zh-CN'], 'en-US'],
    [['fr-FR', 'pt-PT', 'en'], 'pt-BR'],
    [['zh-HK'], 'zh-TW'],
    [['zh-Hant-HK'], 'zh-TW'],
    [['zh'], 'zh-CN'],
    [['fr-FR', 'de'], undefined],
    [[], undefined],
  ])('begin in the language of a browser that reads %s', (languages, ours) => {
    expect(preferred(languages)).toBe(ours);
  });
  it('forget the language after three days, and know English for one that they do not know', () => {
    const now = 10 * DAY;
    expect(revive({ locale: 'pt-BR', localeAt: now - 2 * DAY }, now)).toMatchObject({ locale: 'pt-BR', localeAt: now });
    expect(revive({ locale: 'pt-BR', localeAt: now - 4 * DAY }, now)).toEqual({});
    expect(revive({ locale: 'fr-FR' as never, localeAt: now }, now)).toMatchObject({ locale: 'en-US' });
  });
  it('do not believe what was written by something else', () => {
    expect(revive({ dark: 'yes', primary: '#fff000', evil: 1 } as never)).toEqual({ primary: '#fff000' });
  });
  it('follow the system until light or dark is chosen', () => {
    const { set } = usePrefs.getState();
    set({ dark: true });
    set({ followSystem: true });
    expect(usePrefs.getState()).toMatchObject({ followSystem: true, dark: false });
    set({ dark: true });
    expect(usePrefs.getState()).toMatchObject({ followSystem: false, dark: true });
    set({ dark: false });
  });
  it('leave the fixed width with the top layout', () => {
    usePrefs.getState().set({ layout: 'top', contentWidth: 'Fixed' });
    usePrefs.getState().set({ layout: 'side' });
    expect(usePrefs.getState().contentWidth).toBe('Fluid');
  });
  it('keep the stock button in the window', () => {
    expect(within({ right: -50, bottom: 9999 }, 1000, 800)).toEqual({ right: 8, bottom: 744 });
  });
});
