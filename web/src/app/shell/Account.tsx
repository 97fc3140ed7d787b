import { LogoutOutlined, UserOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslations } from 'next-intl';
import { pageFor } from '@/app/registry';
import { usePermission } from '@/kit/access/Can';
import { STOCK_ACCESS } from '@/kit/access/stock';
import { TOP_UP_ACCESS } from '@/kit/access/topUp';
import { useOverlay } from '@/lib/overlay';
import { navigate } from '@/lib/router/navigate';
import { ROUTE } from '@/lib/router/routes';
import { useSession } from '@/lib/session';
import { signOut } from '@/lib/signOut';
import { usePrefs } from '@/lib/theme/prefs';
import { useApp } from '@/lib/toasts';
import type { useDevice } from '@/lib/useDevice';
import { Dropdown } from '@/ui/Dropdown';
import type { MenuItem } from '@/ui/Menu';
import css from './layout.module.css';
import { toMainCentre, useFullscreen, useRefreshDicts } from './tools';

/** The account's menu, and what the header has no space for. */
export function Account({ device }: { device: ReturnType<typeof useDevice> }) {
  const t = useTranslations('shell');
  const { modal } = useApp();
  const may = usePermission();
  const open = useOverlay((s) => s.open);
  const name = useSession((s) => s.info?.nickname ?? s.attributes?.name ?? '');
  const bought = useSession((s) => (s.attributes?.saasStatus ?? 1) > 1);
  const fullscreen = useFullscreen();
  const refresh = useRefreshDicts();
  const { dark, set } = usePrefs();
  const leave = () =>
    void modal.confirm({ title: t('logoutTitle'), content: t('logoutText'), okText: t('logout'), onOk: signOut });
  const tools: (MenuItem | false)[] = [
    { key: 'tools', type: 'divider' },
    may(STOCK_ACCESS) && { key: 'stock', label: t('stockTool'), onClick: () => open('stock') },
    { key: 'full', label: t(fullscreen.on ? 'fullscreenOff' : 'fullscreen'), onClick: fullscreen.toggle },
    { key: 'dicts', label: t('dicts'), onClick: refresh.run },
  ];
  const all: (MenuItem | false)[] = [
    pageFor('account/Profile') !== undefined && {
      key: 'profile',
      label: t('profile'),
      href: ROUTE.ProfileCustom,
      onClick: () => navigate(ROUTE.ProfileCustom),
    },
    may(TOP_UP_ACCESS) && { key: 'topUp', label: t('topUp'), onClick: () => open('topUp') },
    { key: 'notices', label: t('notices'), href: ROUTE.myNotice, onClick: () => navigate(ROUTE.myNotice) },
    may({ permission: 'aty:customerinfo:buy:saas', types: [2, 11] }) && {
      key: 'saas',
      label: t(bought ? 'renewSaas' : 'buySaas'),
      onClick: () => open('saas'),
    },
    may({ permission: 'aty:customerinfo:getsalecustomer' }) && {
      key: 'referrer',
      label: t('referrers.title'),
      onClick: () => open('referrer'),
    },
    may({ types: [1] }) && { key: 'password', label: t('password.title'), onClick: () => open('password') },
    { key: 'status', label: t('status.title'), href: ROUTE.status, onClick: () => navigate(ROUTE.status) },
    { key: 'centre', label: t('centre'), onClick: toMainCentre },
    ...(device === 'desktop' ? [] : tools),
    device === 'mobile' && { key: 'help', label: t('help'), onClick: () => open('help') },
    device === 'mobile' && { key: 'dark', label: t(dark ? 'toLight' : 'toDark'), onClick: () => set({ dark: !dark }) },
    { key: 'line', type: 'divider' },
    { key: 'logout', icon: <LogoutOutlined />, label: t('logout'), onClick: leave },
  ];
  return (
    <Dropdown menu={{ items: all.filter((i) => i !== false) }} placement="bottomRight">
      <Button type="text" icon={<UserOutlined />} aria-label={t('account', { name })} className={css.account}>
        <span className={css.name}>{name}</span>
      </Button>
    </Dropdown>
  );
}
