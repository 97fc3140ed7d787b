import { Drawer, type DrawerProps, Modal, type ModalProps } from 'antd';
import { useLayoutEffect, useReducer } from 'react';

/** A number that changes when the page is hidden. */
function useEpoch() {
  const [epoch, remount] = useReducer((n: number) => n + 1, 0);
  useLayoutEffect(() => () => remount(), []);
  return epoch;
}

/**
 * antd's Modal throws ("focus is not a function") when an <Activity> hides and shows it while it is open. Mounting it anew on
 * hide avoids that; `open` is kept by the page. Use it for every modal inside a page.
 */
export function PageModal(props: ModalProps) {
  return <Modal key={useEpoch()} {...props} />;
}

/** The same for a drawer. */
export function PageDrawer(props: DrawerProps) {
  return <Drawer key={useEpoch()} {...props} />;
}
