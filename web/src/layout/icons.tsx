import {
  AccountBookOutlined,
  AppstoreOutlined,
  ControlOutlined,
  HomeOutlined,
  PlusOutlined,
  SendOutlined,
  SettingOutlined,
  TeamOutlined,
  UnorderedListOutlined,
  UserOutlined,
  WalletOutlined,
} from '@ant-design/icons';
import type { ReactNode } from 'react';

const ICONS: Record<string, ReactNode> = {
  'account-book': <AccountBookOutlined />,
  control: <ControlOutlined />,
  home: <HomeOutlined />,
  plus: <PlusOutlined />,
  send: <SendOutlined />,
  setting: <SettingOutlined />,
  team: <TeamOutlined />,
  'unordered-list': <UnorderedListOutlined />,
  user: <UserOutlined />,
  wallet: <WalletOutlined />,
};

/** The icon that the server named; one for all that the console does not know. */
export function iconOf(name: string | undefined): ReactNode {
  return (name && ICONS[name]) || <AppstoreOutlined />;
}
