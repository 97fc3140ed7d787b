import {
  AppstoreOutlined,
  BookOutlined,
  ControlOutlined,
  HistoryOutlined,
  InboxOutlined,
  LaptopOutlined,
  MessageOutlined,
  SelectOutlined,
  SoundOutlined,
  WalletOutlined,
} from '@ant-design/icons';
import type { ReactNode } from 'react';

/** Icons of menus that the house's own people have, and the one for all that the console does not know. */
export const STAFF: Record<string, ReactNode> = {
  sound: <SoundOutlined />,
  inbox: <InboxOutlined />,
  book: <BookOutlined />,
  control: <ControlOutlined />,
  history: <HistoryOutlined />,
  select: <SelectOutlined />,
  laptop: <LaptopOutlined />,
  message: <MessageOutlined />,
  wallet: <WalletOutlined />,
  other: <AppstoreOutlined />,
};
