import {
  AccountBookOutlined,
  BellOutlined,
  ExportOutlined,
  GlobalOutlined,
  HomeOutlined,
  MenuOutlined,
  PlusOutlined,
  SafetyOutlined,
  SendOutlined,
  SettingOutlined,
  StopOutlined,
  TeamOutlined,
  UnorderedListOutlined,
  UserOutlined,
} from '@ant-design/icons';
import { cloneElement, isValidElement, type ReactNode, useEffect } from 'react';
import { create } from 'zustand';

const ICONS: Record<string, ReactNode> = {
  bell: <BellOutlined />,
  'account-book': <AccountBookOutlined />,
  export: <ExportOutlined />,
  home: <HomeOutlined />,
  menu: <MenuOutlined />,
  plus: <PlusOutlined />,
  send: <SendOutlined />,
  setting: <SettingOutlined />,
  stop: <StopOutlined />,
  team: <TeamOutlined />,
  'unordered-list': <UnorderedListOutlined />,
  user: <UserOutlined />,
  global: <GlobalOutlined />,
  safety: <SafetyOutlined />,
};

const useStaff = create<{ icons?: Record<string, ReactNode> }>()(() => ({}));
let asked = false;

/** Loads the icons of the staff's menu when the first is needed; without them the menu still works. */
async function askStaff() {
  if (asked) return;
  asked = true;
  try {
    useStaff.setState({ icons: (await import('./staffIcons')).STAFF });
  } catch {
    asked = false; // the next menu tries again
  }
}

/** The icon that the server named; one for all that the console does not know. */
export function MenuIcon({ name = '' }: { name?: string }) {
  const staff = useStaff((s) => s.icons);
  const own = ICONS[name];
  const missing = !own && !staff;
  useEffect(() => {
    if (missing) void askStaff();
  }, [missing]);
  const icon = own ?? staff?.[name] ?? staff?.other ?? <span className="anticon" style={{ width: '1em' }} />;
  // The title says it: an icon's own name would be read before it.
  return isValidElement<{ 'aria-hidden'?: boolean }>(icon) ? cloneElement(icon, { 'aria-hidden': true }) : icon;
}
