import { LoadingOutlined } from '@ant-design/icons';
import { Empty } from 'antd';
import { ConfigContext } from 'antd/es/config-provider/context';
import ValidateMessagesContext from 'antd/es/form/validateMessagesContext';
import LocaleContext from 'antd/es/locale/context';
import { useLocale, useTranslations } from 'next-intl';
import { type ReactNode, Suspense, useContext, useEffect, useLayoutEffect, useMemo } from 'react';
import { useAntdWords } from '@/lib/i18n/antd';
import { notifier } from '@/lib/notifier';
import { lazyModule } from '@/lib/router/lazyModule';
import { dropApp, useApp, useAppRequested } from '@/lib/toasts';
import { ErrorBoundary } from '@/ui/ErrorBoundary';
import css from './errors.module.css';

export const AppHolder = lazyModule(() => import('./AppHolder'), ['antd']);

/** Delay before AppHolder is preloaded, after the first screen has been used. */
const HOLDER_AFTER = 20_000;

/** Gives code outside of React a place to show messages. */
function NotifierProvider() {
  const app = useApp();
  const t = useTranslations('errors');
  useLayoutEffect(() => {
    notifier.current = { ...app, t };
    return () => {
      notifier.current = null;
    };
  }, [app, t]);
  return null;
}

/** Time for which the fallback message is shown. */
const NOTIFICATION_DURATION = 6_000;

/** Fallback message when AppHolder could not load; the next message tries again. */
function Lost({ reset }: { reset: () => void }) {
  const t = useTranslations('errors');
  useEffect(() => {
    const timer = setTimeout(dropApp, NOTIFICATION_DURATION);
    return () => {
      clearTimeout(timer);
      reset();
    };
  }, [reset]);
  return (
    <div role="alert" className={css.lost}>
      {t('network')}
    </div>
  );
}

function Messages() {
  const wanted = useAppRequested((s) => s.wanted);
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

/**
 * A button's sign of being busy comes and goes at once. antd's own moves in and out, and where the way in has not begun when the work is
 * over the way out never ends: it turns for ever on a button that waits for nothing.
 */
const BUSY = { loadingIcon: <LoadingOutlined />, autoInsertSpace: false };

/** The image of an empty list. */
const EMPTY = { image: Empty.PRESENTED_IMAGE_SIMPLE };

/** antd in our language, without its provider: its theme are variables of the root element (`scripts/antd`). */
export function AntdRoot({ children }: { children: ReactNode }) {
  const locale = useLocale();
  const antd = useAntdWords((s) => s[locale]);
  const words = useMemo(() => antd && { ...antd.locale, exist: true }, [antd]);
  const plain = useContext(ConfigContext);
  const config = useMemo(() => ({ ...plain, button: BUSY, empty: EMPTY }), [plain]);
  useLayoutEffect(() => antd?.calendars(), [antd]);
  return (
    <ConfigContext value={config}>
      <LocaleContext value={words}>
        <ValidateMessagesContext value={antd?.locale.Form?.defaultValidateMessages}>
          <div className="ant-app css-var-root">
            <NotifierProvider />
            {children}
            <Messages />
          </div>
        </ValidateMessagesContext>
      </LocaleContext>
    </ConfigContext>
  );
}
