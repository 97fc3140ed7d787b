'use client';
import { useQuery } from '@tanstack/react-query';
import { Button, Drawer, Layout, Result, Skeleton } from 'antd';
import { useLocale, useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { SIDER } from '@/core/constants';
import { menuQuery } from '@/core/query';
import { textOf } from '@/kit/feedback';
import { useRealtime } from '@/realtime/useRealtime';
import { label, match } from '@/router/menu';
import { navigate, usePath } from '@/router/navigate';
import { usePrefs } from '@/theme/prefs';
import { AntdRoot } from './AntdRoot';
import { NotFound } from './Errors';
import { Header } from './Header';
import css from './layout.module.css';
import { Nav } from './Nav';
import { PageHost } from './PageHost';
import { useDevice } from './useDevice';

export default function Shell() {
  return (
    <AntdRoot>
      <ShellBody />
    </AntdRoot>
  );
}

function Brand({ small }: { small: boolean }) {
  return (
    <div className={css.brand}>
      {/* biome-ignore lint/performance/noImgElement: an export has no image service */}
      <img src="/favicon.svg" alt="" width={26} height={26} />
      {!small && <span translate="no">{'Herald'}</span>}
    </div>
  );
}

function ShellBody() {
  const t = useTranslations();
  const locale = useLocale();
  const path = usePath();
  const device = useDevice();
  const { collapsed, set } = usePrefs();
  const [drawer, setDrawer] = useState(false);
  const menu = useQuery(menuQuery);
  const hit = menu.data && match(menu.data, path);
  const redirect = hit?.kind === 'redirect' ? hit.to : undefined;
  const page = hit?.kind === 'page' ? hit.node : undefined;
  const title = page ? label(page, locale) : '';
  useRealtime();

  useEffect(() => {
    if (redirect) navigate(redirect, { replace: true });
  }, [redirect]);
  useEffect(() => {
    document.title = title ? `${title} - Herald` : 'Herald';
  }, [title]);

  const trail = hit?.kind === 'page' ? hit.trail : [];
  const nav = menu.data && <Nav menu={menu.data} trail={trail} onLeave={() => setDrawer(false)} />;
  const desktop = device === 'desktop';
  const toggle = () => (desktop ? set({ collapsed: !collapsed }) : setDrawer(true));

  return (
    <Layout className={css.shell} hasSider={desktop}>
      {desktop ? (
        <Layout.Sider
          className={css.sider}
          width={SIDER.width}
          collapsedWidth={SIDER.collapsed}
          collapsed={collapsed}
          trigger={null}
        >
          <Brand small={collapsed} />
          <nav aria-label={t('shell.menu')}>{nav}</nav>
        </Layout.Sider>
      ) : (
        <Drawer
          open={drawer}
          placement="left"
          size={SIDER.width}
          closable={false}
          onClose={() => setDrawer(false)}
          title={null}
          aria-label={t('shell.menu')}
          styles={{ body: { padding: 0, background: '#0c1a2b' } }}
        >
          <Brand small={false} />
          <nav aria-label={t('shell.menu')}>{nav}</nav>
        </Drawer>
      )}
      <Layout>
        <Header onMenu={toggle} trail={trail.map((n) => label(n, locale))} />
        <main className={css.content}>
          {menu.isPending && <Skeleton active />}
          {menu.isError && (
            <Result
              status="warning"
              title={textOf(menu.error)}
              extra={<Button onClick={() => menu.refetch()}>{t('table.retry')}</Button>}
            />
          )}
          {hit?.kind === 'none' && <NotFound />}
          <PageHost active={page} />
        </main>
      </Layout>
    </Layout>
  );
}
