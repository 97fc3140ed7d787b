import {
  AppstoreOutlined,
  BorderOutlined,
  ColumnHeightOutlined,
  FileImageOutlined,
  FontSizeOutlined,
  LineOutlined,
  PicCenterOutlined,
  ShareAltOutlined,
} from '@ant-design/icons';
import type { ReactNode } from 'react';
import type { BlockType } from './design';
import css from './icons.module.css';

/** The icons of the types of blocks. */
export const ICONS: Record<BlockType, ReactNode> = {
  container: <BorderOutlined />,
  columns: <AppstoreOutlined />,
  text: <FontSizeOutlined />,
  picture: <FileImageOutlined />,
  button: <span className={css.button} aria-hidden="true" />,
  divider: <LineOutlined />,
  spacer: <ColumnHeightOutlined />,
  social: <ShareAltOutlined />,
  footer: <PicCenterOutlined />,
  raw: (
    <span aria-hidden="true" className={css.braces}>
      {'{ }'}
    </span>
  ),
};
