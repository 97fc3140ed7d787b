import { ConfigProvider } from 'antd';
import useStyle from 'antd/es/app/style';
import { useTranslations } from 'next-intl';
import { type ReactNode, Suspense, useEffect, useLayoutEffect } from 'react';
import { usePack } from '@/i18n/pack';
import { feedback } from '@/kit/feedback';
import { dropApp, useApp, useAppWanted } from '@/kit/light/app';
import { lazyModule } from '@/router/lazyModule';
import { ErrorBoundary } from './ErrorBoundary';

export const AppHolder = lazyModule(() => import('./AppHolder'));

/** After the first screen, so that a lost network can be told of. */
const HOLDER_AFTER = 20_000;

/** Gives code outside of React a place to show messages. */
function Feedback() {
  const app = useApp();
  const t = useTranslations('errors');
  useLayoutEffect(() => {
    feedback.current = { ...app, t };
    return () => {
      feedback.current = null;
    };
  }, [app, t]);
  return null;
}

/** Its code did not come: said by nobody, and asked for again by what is said next. */
function Lost({ reset }: { reset: () => void }) {
  useEffect(() => {
    dropApp();
    return reset;
  }, [reset]);
  return null;
}

function Messages() {
  const wanted = useAppWanted((s) => s.wanted);
  useEffect(() => {
    const timer = setTimeout(() => void AppHolder.preload().catch(() => {}), HOLDER_AFTER);
    return () => clearTimeout(timer);
  }, []);
  return (
    wanted && (
      <ErrorBoundary fallback={(_, reset) => <Lost reset={reset} />}>
        <Suspense>
          <AppHolder />
        </Suspense>
      </ErrorBoundary>
    )
  );
}

/** antd in our language. Its theme are variables of the root element (`scripts/antd`). */
export function AntdRoot({ children }: { children: ReactNode }) {
  const pack = usePack();
  useStyle('ant-app');
  return (
    <ConfigProvider locale={pack.antd}>
      <div className="ant-app css-var-root">
        <Feedback />
        {children}
        <Messages />
      </div>
    </ConfigProvider>
  );
}
