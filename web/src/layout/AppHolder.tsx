import { App } from 'antd';
import { useLayoutEffect } from 'react';
import { provideApp } from '@/kit/light/app';

function Provide() {
  const app = App.useApp();
  useLayoutEffect(() => {
    provideApp(app);
    return () => provideApp(null);
  }, [app]);
  return null;
}

/** Where messages, notifications and questions appear. */
export default function AppHolder() {
  return (
    <App component={false}>
      <Provide />
    </App>
  );
}
