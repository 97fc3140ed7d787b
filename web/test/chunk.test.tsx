import { act, render, screen } from '@testing-library/react';
import { NextIntlClientProvider } from 'next-intl';
import { Suspense } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Crash } from '@/app/shell/Errors';
import { Update } from '@/app/shell/Update';
import { BUILD_CHECK, CHUNK_PAUSES } from '@/lib/constants';
import { browserPage, loadChunk, useUpdate } from '@/lib/router/chunk';
import { lazyModule } from '@/lib/router/lazyModule';
import { ErrorBoundary } from '@/ui/ErrorBoundary';
import messages from '../messages/en-US';

const html = (...scripts: string[]) => scripts.map((s) => `<script src="${s}"></script>`).join('');
const answers = (text: string) => vi.stubGlobal('fetch', async () => new Response(text));
const offline = () => vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));

const pauses = [...CHUNK_PAUSES];

beforeEach(() => {
  CHUNK_PAUSES.fill(1);
  vi.spyOn(browserPage, 'reloadPage').mockImplementation(() => {});
  useUpdate.setState({ offered: false });
  document.head.innerHTML = html('/_next/static/a.js');
});
afterEach(() => {
  CHUNK_PAUSES.splice(0, pauses.length, ...pauses);
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  document.head.innerHTML = '';
});

describe('code that does not load', () => {
  it('is asked for again', async () => {
    let calls = 0;
    const load = () => (++calls < 3 ? Promise.reject(new Error('away')) : Promise.resolve('here'));
    await expect(loadChunk(load)).resolves.toBe('here');
  });

  it('of an older build is told as such, and the newer one is offered, never taken', async () => {
    answers(html('/_next/static/b.js'));
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const Module = lazyModule(async () => {
      throw new Error('404');
    });
    await act(async () => {
      render(
        <NextIntlClientProvider locale="en-US" messages={messages} timeZone="Asia/Shanghai">
          <input aria-label="typed" defaultValue="not saved" />
          <ErrorBoundary fallback={(error, reset) => <Crash error={error} onRetry={reset} />}>
            <Suspense fallback="…">
              <Module />
            </Suspense>
          </ErrorBoundary>
          <Update />
        </NextIntlClientProvider>,
      );
    });
    expect(await screen.findByRole('heading')).toHaveTextContent('A new version of the console is available');
    expect(screen.getByRole('status')).toHaveTextContent('A new version of the console is available');
    expect(browserPage.reloadPage).not.toHaveBeenCalled();
    expect(screen.getByLabelText('typed')).toHaveValue('not saved');
    act(() => screen.getByRole('button', { name: 'Later' }).click());
    expect(screen.queryByRole('status')).toBeNull();
    act(() => screen.getByRole('button', { name: 'Reload' }).click());
    expect(browserPage.reloadPage).toHaveBeenCalledTimes(1);
  });

  it('offers nothing for the same build, or without a network', async () => {
    const gone = () => Promise.reject(new Error('404'));
    answers(html('/_next/static/a.js'));
    await expect(loadChunk(gone)).rejects.toMatchObject({ outdated: false });
    offline();
    await expect(loadChunk(gone)).rejects.toMatchObject({ outdated: false });
    expect(useUpdate.getState().offered).toBe(false);
  });

  it('a newer build is noticed when the user comes back to the page', async () => {
    answers(html('/_next/static/b.js'));
    const now = vi.spyOn(Date, 'now');
    now.mockReturnValue(0);
    await act(async () => {
      render(
        <NextIntlClientProvider locale="en-US" messages={messages} timeZone="Asia/Shanghai">
          <Update />
        </NextIntlClientProvider>,
      );
    });
    document.dispatchEvent(new Event('visibilitychange'));
    expect(useUpdate.getState().offered).toBe(false);
    now.mockReturnValue(BUILD_CHECK);
    document.dispatchEvent(new Event('visibilitychange'));
    expect(await screen.findByRole('status')).toBeVisible();
  });

  it('is told as a lost network in its place, and comes when the network is back', async () => {
    offline();
    vi.spyOn(console, 'error').mockImplementation(() => {});
    let away = true;
    const Module = lazyModule(async () => {
      if (away) throw new Error('away');
      return { default: () => <p>the page</p> };
    });
    await act(async () => {
      render(
        <NextIntlClientProvider locale="en-US" messages={messages} timeZone="Asia/Shanghai">
          <p>the shell</p>
          <ErrorBoundary fallback={(error, reset) => <Crash error={error} onRetry={reset} />}>
            <Suspense fallback="…">
              <Module />
            </Suspense>
          </ErrorBoundary>
        </NextIntlClientProvider>,
      );
    });
    expect(await screen.findByRole('heading')).toHaveTextContent('The server can’t be reached');
    expect(screen.getByText('the shell')).toBeVisible();
    away = false;
    await act(async () => {
      window.dispatchEvent(new Event('online'));
    });
    expect(await screen.findByText('the page')).toBeVisible();
  });

  it('another error is told as one of the system', async () => {
    render(
      <NextIntlClientProvider locale="en-US" messages={messages} timeZone="Asia/Shanghai">
        <Crash error={new Error('x')} onRetry={() => {}} />
      </NextIntlClientProvider>,
    );
    expect(screen.getByRole('heading')).toHaveTextContent('System error');
  });
});
