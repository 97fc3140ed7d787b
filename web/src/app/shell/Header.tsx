import {
  FullscreenExitOutlined,
  FullscreenOutlined,
  GlobalOutlined,
  InboxOutlined,
  MenuOutlined,
  MoonOutlined,
  QuestionCircleOutlined,
  ReloadOutlined,
  SearchOutlined,
  SettingOutlined,
  SunOutlined,
} from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Bell } from '@/features/mynotice/Bell';
import { usePermission } from '@/kit/access/Can';
import { STOCK_ACCESS } from '@/kit/access/stock';
import { LOCALE_NAMES, LOCALES } from '@/lib/i18n/locales';
import { useOverlay } from '@/lib/overlay';
import { useSocketState } from '@/lib/realtime/useSocketState';
import { usePrefs } from '@/lib/theme/prefs';
import { useDevice } from '@/lib/useDevice';
import { Dropdown } from '@/ui/Dropdown';
import { Tooltip } from '@/ui/Tooltip';
import { Account } from './Account';
import { Credit } from './Credit';
import css from './layout.module.css';
import { useFullscreen, useRefreshDicts } from './tools';

/** Minutes from UTC+8 to UTC. */
const OFFSET = -480;

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

/** Opens the search; the key is in its name for who sees it. */
function Find({ wide }: { wide: boolean }) {
  const t = useTranslations('shell');
  const open = useOverlay((s) => s.open);
  return (
    <button
      type="button"
      className={css.find}
      data-wide={wide}
      aria-label={t('find')}
      aria-keyshortcuts="Control+K"
      onClick={() => open('palette')}
    >
      <SearchOutlined />
      {wide && <span>{t('find')}</span>}
      {wide && <kbd>{'Ctrl K'}</kbd>}
    </button>
  );
}

type ToolProps = { icon: ReactNode; label: string; onClick: () => void };

function Tool({ icon, label, onClick }: ToolProps) {
  return (
    <Tooltip title={label}>
      <Button type="text" icon={icon} aria-label={label} onClick={onClick} />
    </Tooltip>
  );
}

/** Tells users in other time zones that all times are at +08:00. */
function Zone() {
  const t = useTranslations('shell');
  if (new Date().getTimezoneOffset() === OFFSET) return null;
  return (
    <span className={css.zone} title={t('zoneText')}>
      {t('zone')}
    </span>
  );
}

/** Frequently used switches; the others are in the account's menu. */
function DarkTool() {
  const t = useTranslations('shell');
  const { dark, set } = usePrefs();
  return (
    <Button
      type="text"
      icon={dark ? <SunOutlined /> : <MoonOutlined />}
      aria-label={t('dark')}
      title={t(dark ? 'toLight' : 'toDark')}
      aria-pressed={dark}
      onClick={() => set({ dark: !dark })}
    />
  );
}

/**
 * Buttons for the stock by country, full screen, and refreshing dictionaries. A narrow header has them in the account's
 * menu.
 */
function MoreTools() {
  const t = useTranslations('shell');
  const may = usePermission();
  const open = useOverlay((s) => s.open);
  const fullscreen = useFullscreen();
  const refresh = useRefreshDicts();
  return (
    <>
      {may(STOCK_ACCESS) && <Tool icon={<InboxOutlined />} label={t('stockTool')} onClick={() => open('stock')} />}
      <Tool
        icon={fullscreen.on ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
        label={t(fullscreen.on ? 'fullscreenOff' : 'fullscreen')}
        onClick={fullscreen.toggle}
      />
      <Tool icon={<ReloadOutlined />} label={t('dicts')} onClick={refresh.run} />
    </>
  );
}

/** `trail` are the groups of the page; its own name is in its tab and its title. */
type Props = { onMenu?: () => void; trail: string[]; brand: ReactNode; nav: ReactNode; dark: boolean };

export function Header({ onMenu, trail, brand, nav, dark }: Props) {
  const t = useTranslations('shell');
  const { locale, set } = usePrefs();
  const device = useDevice();
  const wide = device !== 'mobile';
  const open = useOverlay((s) => s.open);
  const languages = LOCALES.map((l) => ({
    key: l,
    label: <span lang={l}>{LOCALE_NAMES[l]}</span>,
    onClick: () => set({ locale: l }),
  }));
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
      <Find wide={device === 'desktop' && !nav} />
      <Credit />
      <LiveDot />
      <Zone />
      {device === 'desktop' && <MoreTools />}
      {wide && <DarkTool />}
      <Bell />
      <Dropdown menu={{ items: languages, selectedKeys: [locale] }} placement="bottomRight">
        <Button type="text" icon={<GlobalOutlined />} aria-label={t('language')} />
      </Dropdown>
      {wide && <Tool icon={<QuestionCircleOutlined />} label={t('help')} onClick={() => open('help')} />}
      <Tool icon={<SettingOutlined />} label={t('settings.title')} onClick={() => open('settings')} />
      <Account device={device} />
    </header>
  );
}
