import {
  AccountBookOutlined,
  AppstoreOutlined,
  BellOutlined,
  BookOutlined,
  ControlOutlined,
  ExportOutlined,
  GlobalOutlined,
  HistoryOutlined,
  HomeOutlined,
  InboxOutlined,
  LaptopOutlined,
  MenuOutlined,
  PlusOutlined,
  SafetyOutlined,
  SelectOutlined,
  SendOutlined,
  SettingOutlined,
  SoundOutlined,
  StopOutlined,
  TeamOutlined,
  UnorderedListOutlined,
  UserOutlined,
  WalletOutlined,
} from '@ant-design/icons';
import { cloneElement, isValidElement, type ReactNode } from 'react';

const ICONS: Record<string, ReactNode> = {
  sound: <SoundOutlined />,
  inbox: <InboxOutlined />,
  bell: <BellOutlined />,
  'account-book': <AccountBookOutlined />,
  book: <BookOutlined />,
  control: <ControlOutlined />,
  history: <HistoryOutlined />,
  export: <ExportOutlined />,
  home: <HomeOutlined />,
  menu: <MenuOutlined />,
  plus: <PlusOutlined />,
  select: <SelectOutlined />,
  send: <SendOutlined />,
  setting: <SettingOutlined />,
  stop: <StopOutlined />,
  team: <TeamOutlined />,
  'unordered-list': <UnorderedListOutlined />,
  user: <UserOutlined />,
  global: <GlobalOutlined />,
  laptop: <LaptopOutlined />,
  safety: <SafetyOutlined />,
  wallet: <WalletOutlined />,
};

/** The icon that the server named; one for all that the console does not know. */
export function iconOf(name: string | undefined): ReactNode {
  const icon = (name && ICONS[name]) || <AppstoreOutlined />;
  // The title says it: an icon's own name would be read before it.
  return isValidElement<{ 'aria-hidden'?: boolean }>(icon) ? cloneElement(icon, { 'aria-hidden': true }) : icon;
}
