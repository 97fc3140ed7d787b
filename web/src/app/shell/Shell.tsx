'use client';
import { Skeleton } from 'antd';
import '@/lib/theme/antdCss';
import { useQuery } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import '@/app/slots';
import { PageHost } from '@/app/tabs/PageHost';
import { TabBar } from '@/app/tabs/TabBar';
import { useTabs } from '@/app/tabs/useTabs';
import { Ticker } from '@/features/mynotice/Ticker';
import { LazyOverlay } from '@/kit/modal/LazyOverlay';
import { errorText } from '@/lib/notifier';
import { checkMenu, menuQuery } from '@/lib/query';
import { useInboxNotices } from '@/lib/realtime/inboxNotices';
import { useRealtime } from '@/lib/realtime/useRealtime';
import { lazyModule } from '@/lib/router/lazyModule';
import { label, match } from '@/lib/router/menu';
import type { MenuNode } from '@/lib/router/menuNode';
import { navigate, usePath } from '@/lib/router/navigate';
import { usePrefs } from '@/lib/theme/prefs';
import { useDevice } from '@/lib/useDevice';
import ui from '@/ui/ui.module.css';
import { AntdRoot } from './AntdRoot';
import { ErrorPage, NoMenu } from './Errors';
import { Header } from './Header';
import css from './layout.module.css';
import { Nav } from './Nav';
import { Overlays } from './Overlays';
import { StatusBanner } from './StatusBanner';
import { useCheckedCaches } from './tools';
import { Update } from './Update';
import { useShortcuts } from './useShortcuts';

export { pageFor, pages } from '@/app/registry';

const MobileNav = lazyModule(() => import('./MobileNav'), ['antd']);

export default function Shell() {
  return (
    <AntdRoot>
      <ShellBody />
    </AntdRoot>
  );
}

function Brand({ small }: { small: boolean }) {
  return (
    <div className={css.brand} data-small={small}>
      {/* biome-ignore lint/performance/noImgElement: an export has no image service */}
      <img src="/favicon.svg" alt="" width={26} height={26} />
      {!small && <span translate="no">{'Herald'}</span>}
    </div>
  );
}

/** Returns the page of the address; redirects are followed, and keep their query. */
function useWhere() {
  const path = usePath();
  useEffect(checkMenu, []);
  const locale = useLocale();
  const menu = useQuery(menuQuery);
  // The user is being redirected from the sign-in page to the requested page.
  const leaving = path === '/user' || path.startsWith('/user/');
  const found = menu.data && !leaving ? match(menu.data, path) : undefined;
  // A page that the cached menu lacks may be in the one that is loading.
  const hit = found?.kind === 'error' && menu.isFetching ? undefined : found;
  const redirect = hit?.kind === 'redirect' ? hit.to : undefined;
  const page = hit?.kind === 'page' ? hit.node : undefined;
  const title = page ? label(page, locale) : '';
  useEffect(() => {
    if (redirect) navigate(redirect + window.location.search, { replace: true });
  }, [redirect]);
  useEffect(() => {
    document.title = title ? `${title} - Herald` : 'Herald';
  }, [title]);
  const trail: MenuNode[] = hit && hit.kind !== 'redirect' ? hit.trail : [];
  return {
    menu,
    waiting: !hit && !leaving && menu.isFetching,
    page,
    trail,
    title,
    error: hit?.kind === 'error' ? hit.status : undefined,
  };
}

/** The height of the head, for what is below it: it differs with the ticker and the tabs. */
function measured(head: HTMLElement | null) {
  if (!head) return;
  const observer = new ResizeObserver(() =>
    head.parentElement?.style.setProperty('--top', `${Math.round(head.offsetHeight)}px`),
  );
  observer.observe(head);
  return () => observer.disconnect();
}

function ShellBody() {
  const t = useTranslations();
  const locale = useLocale();
  const device = useDevice();
  const { layout, navTheme, collapsed, contentWidth, fixedHeader, fixedSider, multiTab, set } = usePrefs();
  const [drawer, setDrawer] = useState(false);
  const [drawerAsked, setDrawerAsked] = useState(false);
  if (drawer && !drawerAsked) setDrawerAsked(true);
  const { menu, waiting, page, trail, error, title } = useWhere();
  const tabs = useTabs(menu.data ?? undefined, page, multiTab);
  const desktop = device === 'desktop';
  useRealtime();
  useInboxNotices(t('shell.newMessage'));
  useCheckedCaches();
  useShortcuts(menu.data ?? undefined);
  // On a desktop the menu follows the layout and is expanded; elsewhere it is a drawer (platform-services §4).
  const [seen, setSeen] = useState(device);
  if (seen !== device) {
    setSeen(device);
    setDrawer(false);
    if (desktop && collapsed) queueMicrotask(() => set({ collapsed: false }));
  }

  const closeMenu = () => {
    setDrawer(false);
    setDrawerAsked(false);
  };
  const shape = desktop ? layout : 'drawer';
  const nav = (mode: 'inline' | 'horizontal', theme: 'dark' | 'light', small = false) =>
    menu.data && (
      <Nav
        menu={menu.data}
        trail={trail}
        mode={mode}
        theme={theme}
        collapsed={small}
        onLeave={() => setDrawer(false)}
      />
    );
  const toggle = () => (desktop ? set({ collapsed: !collapsed }) : setDrawer(true));
  const sider = shape === 'side' || shape === 'mix';

  return (
    <div
      className={css.shell}
      data-shape={shape}
      data-fixed-header={fixedHeader}
      data-fixed-sider={fixedSider}
      data-small={collapsed}
    >
      <a className={css.skip} href="#content">
        {t('shell.skip')}
      </a>
      {sider && (
        <nav className={css.sider} data-nav={navTheme} aria-label={t('shell.menu')}>
          {shape === 'side' && <Brand small={collapsed} />}
          {nav('inline', navTheme, collapsed)}
        </nav>
      )}
      <div className={css.top} ref={measured}>
        <Header
          onMenu={shape === 'top' ? undefined : toggle}
          trail={trail.slice(0, -1).map((n) => label(n, locale))}
          brand={(shape === 'top' || shape === 'mix') && <Brand small={false} />}
          nav={shape === 'top' ? nav('horizontal', navTheme) : undefined}
          dark={navTheme === 'dark' && shape === 'top'}
        />
        <StatusBanner />
        <Ticker />
        {multiTab && tabs.nodes.length > 0 && <TabBar tabs={tabs} />}
        {/* The space of its first tab, which comes with the menu. */}
        {multiTab && tabs.nodes.length === 0 && !error && !menu.isError && <div className={css.tabs} />}
      </div>
      {!desktop && drawerAsked && (
        <LazyOverlay onFail={closeMenu}>
          <MobileNav open={drawer} label={t('shell.menu')} onClose={() => setDrawer(false)}>
            <div className={css.drawerBody} data-nav={navTheme}>
              <Brand small={false} />
              <nav aria-label={t('shell.menu')}>{nav('inline', navTheme)}</nav>
            </div>
          </MobileNav>
        </LazyOverlay>
      )}
      <main id="content" tabIndex={-1} className={css.content} data-width={shape === 'top' ? contentWidth : 'Fluid'}>
        {waiting && <Skeleton active />}
        {menu.isError && !menu.data && <NoMenu text={errorText(menu.error)} onRetry={() => menu.refetch()} />}
        {error && <ErrorPage status={error} />}
        <PageHost pages={tabs.mounted} active={tabs.active} />
      </main>
      <p className={ui.onlyRead} role="status">
        {title}
      </p>
      <Overlays />
      <Update />
    </div>
  );
}
