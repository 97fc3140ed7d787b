import {
  GlobalOutlined,
  LogoutOutlined,
  MenuOutlined,
  MoonOutlined,
  SunOutlined,
  UserOutlined,
} from '@ant-design/icons';
import { App, Button, Dropdown, Layout, Tooltip } from 'antd';
import { useTranslations } from 'next-intl';
import { useSession } from '@/auth/session';
import { signOut } from '@/auth/signOut';
import { LOCALE_NAMES, LOCALES } from '@/i18n/locales';
import { useSocketState } from '@/realtime/useSocketState';
import { usePrefs } from '@/theme/prefs';
import css from './layout.module.css';

/** Whether live messages arrive. */
function LiveDot() {
  const t = useTranslations('shell');
  const state = useSocketState();
  return (
    <Tooltip title={t(`live.${state}`)}>
      <span className={css.dot} data-state={state} role="img" aria-label={t(`live.${state}`)} />
    </Tooltip>
  );
}

function Account() {
  const t = useTranslations('shell');
  const { modal } = App.useApp();
  const name = useSession((s) => s.info?.nickname ?? s.attributes?.name ?? '');
  const leave = () =>
    modal.confirm({ title: t('logoutTitle'), content: t('logoutText'), okText: t('logout'), onOk: signOut });
  const items = [{ key: 'logout', icon: <LogoutOutlined />, label: t('logout'), onClick: leave }];
  return (
    <Dropdown trigger={['click']} menu={{ items }}>
      <Button type="text" icon={<UserOutlined />} aria-label={t('account', { name })} className={css.account}>
        <span className={css.name}>{name}</span>
      </Button>
    </Dropdown>
  );
}

export function Header({ onMenu, trail }: { onMenu: () => void; trail: string[] }) {
  const t = useTranslations('shell');
  const { locale, dark, set } = usePrefs();
  const languages = LOCALES.map((l) => ({ key: l, label: LOCALE_NAMES[l], onClick: () => set({ locale: l }) }));
  return (
    <Layout.Header className={css.header}>
      <Button type="text" icon={<MenuOutlined />} aria-label={t('menu')} onClick={onMenu} />
      <span className={css.crumb}>{trail.join(' / ')}</span>
      <LiveDot />
      <Button
        type="text"
        icon={dark ? <SunOutlined /> : <MoonOutlined />}
        aria-label={t('dark')}
        aria-pressed={dark}
        onClick={() => set({ dark: !dark })}
      />
      <Dropdown trigger={['click']} menu={{ items: languages, selectable: true, selectedKeys: [locale] }}>
        <Button type="text" icon={<GlobalOutlined />} aria-label={t('language')} />
      </Dropdown>
      <Account />
    </Layout.Header>
  );
}
