import { QueryClientProvider } from '@tanstack/react-query';
import { act, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ConfigProvider } from 'antd';
import { NextIntlClientProvider } from 'next-intl';
import type { ReactNode } from 'react';
import { AntdRoot, AppHolder } from '@/app/shell/AntdRoot';
import { BellPanel } from '@/features/mynotice/Bell';
import { ColumnChoices } from '@/kit/resource/ColumnSettings';
import { LazyForm } from '@/kit/resource/ResourcePage';
import type { Locale } from '@/lib/i18n/locales';
import { loadPack } from '@/lib/i18n/words';
import { queryClient } from '@/lib/query';
import { PagePath } from '@/lib/router/navigate';
import messages from '../messages/en-US';

/** Settings of the build: no style is computed at run time. */
const STATIC = { zeroRuntime: true };

/** Renders a part of a page as the shell would, in English; returns a user who types and clicks. */
export async function show(part: ReactNode, path = '/here') {
  // Components are preloaded: one that suspends within a click that is not awaited never resumes in a test.
  await Promise.all([loadPack('en-US'), ...[AppHolder, LazyForm, BellPanel, ColumnChoices].map((m) => m.preload())]);
  const user = userEvent.setup();
  let locale: Locale = 'en-US';
  let inner = part;
  const tree = () => (
    <NextIntlClientProvider locale={locale} messages={messages} timeZone="Asia/Shanghai">
      <QueryClientProvider client={queryClient}>
        <ConfigProvider theme={STATIC}>
          <AntdRoot>
            <PagePath value={path}>{inner}</PagePath>
          </AntdRoot>
        </ConfigProvider>
      </QueryClientProvider>
    </NextIntlClientProvider>
  );
  let shown!: ReturnType<typeof render>;
  await act(async () => {
    shown = render(tree());
  });
  const draw = () => act(async () => shown.rerender(tree()));
  return {
    user,
    again: (next: ReactNode) => {
      inner = next;
      return draw();
    },
    /** The texts stay English: only the name of the language changes. */
    inLanguage: (next: Locale) => {
      locale = next;
      return draw();
    },
  };
}
