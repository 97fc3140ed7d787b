import {
  ApiOutlined,
  AppstoreOutlined,
  BookOutlined,
  CheckSquareOutlined,
  ControlOutlined,
  CrownOutlined,
  FileTextOutlined,
  HistoryOutlined,
  InboxOutlined,
  LaptopOutlined,
  MessageOutlined,
  PauseCircleOutlined,
  PhoneOutlined,
  SelectOutlined,
  SoundOutlined,
  WalletOutlined,
} from '@ant-design/icons';
import type { ReactNode } from 'react';

/** Icons of menus that the house's own people have, and the one for all that the console does not know. */
export const STAFF: Record<string, ReactNode> = {
  api: <ApiOutlined />,
  'file-text': <FileTextOutlined />,
  sound: <SoundOutlined />,
  inbox: <InboxOutlined />,
  book: <BookOutlined />,
  control: <ControlOutlined />,
  crown: <CrownOutlined />,
  history: <HistoryOutlined />,
  select: <SelectOutlined />,
  laptop: <LaptopOutlined />,
  message: <MessageOutlined />,
  pause: <PauseCircleOutlined />,
  phone: <PhoneOutlined />,
  check: <CheckSquareOutlined />,
  wallet: <WalletOutlined />,
  other: <AppstoreOutlined />,
};
