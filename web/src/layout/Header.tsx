import {
  BookOutlined,
  FullscreenExitOutlined,
  FullscreenOutlined,
  GlobalOutlined,
  HomeOutlined,
  MenuOutlined,
  MoonOutlined,
  SettingOutlined,
  StockOutlined,
  SunOutlined,
} from '@ant-design/icons';
import { Button, Dropdown, Tooltip } from 'antd';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { LOCALE_NAMES, LOCALES } from '@/i18n/locales';
import { useMay } from '@/kit/access/Can';
import { useSocketState } from '@/realtime/useSocketState';
import { usePrefs } from '@/theme/prefs';
import { Account } from './Account';
import css from './layout.module.css';
import { Bell } from './notices/Bell';
import { useOverlay } from './overlay';
import { toMainCentre, useFullscreen, useRefreshDicts } from './tools';
import { useDevice } from './useDevice';

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

type ToolProps = { icon: ReactNode; label: string; onClick: () => void; loading?: boolean };

function Tool({ icon, label, onClick, loading }: ToolProps) {
  return (
    <Tooltip title={label}>
      <Button type="text" icon={icon} aria-label={label} onClick={onClick} loading={loading} />
    </Tooltip>
  );
}

/** Who may see the stock of countries (platform-services §6). */
export const STOCK_GATE = { permission: ['gc:groupsendorder:countrys', 'kfsms:repertory:read'] } as const;

/** What has its place in the header of a wide window; on a narrow one it is in the account's menu. */
function WideTools() {
  const t = useTranslations('shell');
  const may = useMay();
  const open = useOverlay((s) => s.open);
  const fullscreen = useFullscreen();
  const refresh = useRefreshDicts();
  const { dark, set } = usePrefs();
  return (
    <>
      <Tool icon={<HomeOutlined />} label={t('centre')} onClick={toMainCentre} />
      {may(STOCK_GATE) && <Tool icon={<StockOutlined />} label={t('stock')} onClick={() => open('stock')} />}
      <Tool icon={<BookOutlined />} label={t('dicts')} onClick={refresh.run} loading={refresh.busy} />
      <Tool
        icon={fullscreen.on ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
        label={t(fullscreen.on ? 'fullscreenOff' : 'fullscreen')}
        onClick={fullscreen.toggle}
      />
      <Button
        type="text"
        icon={dark ? <SunOutlined /> : <MoonOutlined />}
        aria-label={t('dark')}
        aria-pressed={dark}
        onClick={() => set({ dark: !dark })}
      />
    </>
  );
}

type Props = { onMenu?: () => void; trail: string[]; brand: ReactNode; nav: ReactNode; dark: boolean };

export function Header({ onMenu, trail, brand, nav, dark }: Props) {
  const t = useTranslations('shell');
  const { locale, set } = usePrefs();
  const wide = useDevice() !== 'mobile';
  const open = useOverlay((s) => s.open);
  const languages = LOCALES.map((l) => ({ key: l, label: LOCALE_NAMES[l], onClick: () => set({ locale: l }) }));
  return (
    <header className={css.header} data-dark={dark}>
      {brand}
      {onMenu && <Button type="text" icon={<MenuOutlined />} aria-label={t('menu')} onClick={onMenu} />}
      {nav ? (
        <nav className={css.headerNav} aria-label={t('menu')}>
          {nav}
        </nav>
      ) : (
        <span className={css.crumb}>{trail.join(' / ')}</span>
      )}
      <LiveDot />
      {wide && <WideTools />}
      <Bell />
      <Dropdown trigger={['click']} menu={{ items: languages, selectable: true, selectedKeys: [locale] }}>
        <Button type="text" icon={<GlobalOutlined />} aria-label={t('language')} />
      </Dropdown>
      <Tool icon={<SettingOutlined />} label={t('settings.title')} onClick={() => open('settings')} />
      <Account narrow={!wide} />
    </header>
  );
}
