import { LogoutOutlined, UserOutlined } from '@ant-design/icons';
import { Button, Dropdown, type MenuProps } from 'antd';
import { useTranslations } from 'next-intl';
import { useSession } from '@/auth/session';
import { signOut } from '@/auth/signOut';
import { useMay } from '@/kit/access/Can';
import { useApp } from '@/kit/light/app';
import { navigate } from '@/router/navigate';
import { pageFor } from '@/router/registry';
import { ROUTE } from '@/router/routes';
import { usePrefs } from '@/theme/prefs';
import { STOCK_GATE } from './Header';
import css from './layout.module.css';
import { useOverlay } from './overlay';
import { toMainCentre, useFullscreen, useRefreshDicts } from './tools';

/** The account's menu, and what the header has no room for. */
export function Account({ narrow }: { narrow: boolean }) {
  const t = useTranslations('shell');
  const { modal } = useApp();
  const may = useMay();
  const open = useOverlay((s) => s.open);
  const name = useSession((s) => s.info?.nickname ?? s.attributes?.name ?? '');
  const fullscreen = useFullscreen();
  const refresh = useRefreshDicts();
  const { dark, set } = usePrefs();
  const leave = () =>
    modal.confirm({ title: t('logoutTitle'), content: t('logoutText'), okText: t('logout'), onOk: signOut });
  const all: (NonNullable<MenuProps['items']>[number] | false)[] = [
    pageFor('account/Profile') !== undefined && {
      key: 'profile',
      label: t('profile'),
      onClick: () => navigate(ROUTE.ProfileCustom),
    },
    { key: 'notices', label: t('notices'), onClick: () => navigate(ROUTE.myNotice) },
    may({ permission: 'aty:customerinfo:getsalecustomer' }) && {
      key: 'referrer',
      label: t('referrers.title'),
      onClick: () => open('referrer'),
    },
    may({ types: [1] }) && { key: 'password', label: t('password.title'), onClick: () => open('password') },
    { key: 'centre', label: t('centre'), onClick: toMainCentre },
    { key: 'tools', type: 'divider' },
    may(STOCK_GATE) && { key: 'stock', label: t('stock'), onClick: () => open('stock') },
    { key: 'full', label: t(fullscreen.on ? 'fullscreenOff' : 'fullscreen'), onClick: fullscreen.toggle },
    { key: 'dicts', label: t('dicts'), onClick: refresh.run },
    narrow && { key: 'dark', label: t(dark ? 'toLight' : 'toDark'), onClick: () => set({ dark: !dark }) },
    { key: 'line', type: 'divider' },
    { key: 'logout', icon: <LogoutOutlined />, label: t('logout'), onClick: leave },
  ];
  return (
    <Dropdown trigger={['click']} menu={{ items: all.filter((i) => i !== false) }}>
      <Button type="text" icon={<UserOutlined />} aria-label={t('account', { name })} className={css.account}>
        <span className={css.name}>{name}</span>
      </Button>
    </Dropdown>
  );
}
