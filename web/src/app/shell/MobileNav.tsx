import { Drawer } from 'antd';
import type { ReactNode } from 'react';
import { SIDER } from '@/lib/constants';

type Props = { open: boolean; label: string; onClose: () => void; children: ReactNode };

/** The menu of narrow windows; its code loads when the user opens it. */
export default function MobileNav({ open, label, onClose, children }: Props) {
  return (
    <Drawer
      open={open}
      placement="left"
      size={SIDER.width}
      closable={false}
      onClose={onClose}
      title={null}
      aria-label={label}
      styles={{ body: { padding: 0 } }}
    >
      {children}
    </Drawer>
  );
}
