import { App, ConfigProvider } from 'antd';
import { useTranslations } from 'next-intl';
import { type ReactNode, useLayoutEffect, useMemo } from 'react';
import { usePack } from '@/i18n/pack';
import { feedback } from '@/kit/feedback';
import { usePrefs } from '@/theme/prefs';
import { themeOf } from '@/theme/tokens';

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

/** antd with our theme and language. */
export function AntdRoot({ children }: { children: ReactNode }) {
  const pack = usePack();
  const dark = usePrefs((s) => s.dark);
  const primary = usePrefs((s) => s.primary);
  const theme = useMemo(() => themeOf(dark, primary), [dark, primary]);
  return (
    <ConfigProvider locale={pack.antd} theme={theme}>
      <App>
        <Feedback />
        {children}
      </App>
    </ConfigProvider>
  );
}
