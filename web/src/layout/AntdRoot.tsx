import { App, ConfigProvider } from 'antd';
import { useTranslations } from 'next-intl';
import { type ReactNode, useLayoutEffect } from 'react';
import { usePack } from '@/i18n/pack';
import { feedback } from '@/kit/feedback';

/** Gives code outside of React a place to show messages. */
function Feedback() {
  const app = App.useApp();
  const t = useTranslations('errors');
  useLayoutEffect(() => {
    feedback.current = { ...app, t };
    return () => {
      feedback.current = null;
    };
  }, [app, t]);
  return null;
}

/** antd in our language. Its theme are variables of the root element (`scripts/antd`). */
export function AntdRoot({ children }: { children: ReactNode }) {
  const pack = usePack();
  return (
    <ConfigProvider locale={pack.antd}>
      <App>
        <Feedback />
        {children}
      </App>
    </ConfigProvider>
  );
}
