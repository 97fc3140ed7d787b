import { App } from 'antd';
import { useLayoutEffect } from 'react';
import { provideApp } from '@/lib/toasts';
import { useDevice } from '@/lib/useDevice';

function Provide() {
  const app = App.useApp();
  useLayoutEffect(() => {
    provideApp(app);
    return () => provideApp(null);
  }, [app]);
  return null;
}

/**
 * Notices lie where no page, dialog or drawer has its actions: over the foot of the menu, on a phone over the header. Several are a pile
 * of which one is seen; the bell has them all.
 */
const NOTICE = { stack: { threshold: 1 }, pauseOnHover: true } as const;

/** Container of messages, notifications and confirmations. */
export default function AppHolder() {
  const phone = useDevice() === 'mobile';
  return (
    <App
      component={false}
      notification={{ ...NOTICE, placement: phone ? 'top' : 'bottomLeft', top: phone ? 8 : 24, bottom: 16 }}
    >
      <Provide />
    </App>
  );
}
