import { Drawer, type DrawerProps, Modal, type ModalProps } from 'antd';
import { useLayoutEffect, useReducer } from 'react';

/** A number that changes when the page is hidden. */
function useEpoch() {
  const [epoch, remount] = useReducer((n: number) => n + 1, 0);
  useLayoutEffect(() => () => remount(), []);
  return epoch;
}

/**
 * A modal for pages. antd's Modal throws ("focus is not a function") when an <Activity> hides and shows it while it is
 * open. A new mount on hide avoids that; the page keeps `open`. Every modal inside a page must use it.
 */
export function PageModal(props: ModalProps) {
  return <Modal key={useEpoch()} {...props} />;
}

/** A drawer for pages, like PageModal. */
export function PageDrawer(props: DrawerProps) {
  return <Drawer key={useEpoch()} {...props} />;
}
