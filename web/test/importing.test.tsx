import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ImportPrices } from '@/features/price/ImportPrices';
import { ImportSuppression } from '@/features/suppression/ImportSuppression';
import { BadRows } from '@/kit/upload/BadRows';
import * as uploads from '@/kit/upload/upload';
import { queryClient } from '@/lib/query';
import { useSession } from '@/lib/session';
import { ok, refuse, serve } from './server';
import { show } from './util';

beforeEach(() => {
  queryClient.clear();
  useSession.setState({ token: 't', info: { userId: 'me' } as never, permissions: ['aty:suppression:import'] });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const counts = { total: 0, processed: 0, imported: 0, duplicated: 0, failed: 0, errors: [], errorFileUrl: '' };

describe('a suppression file without phoneNumber', () => {
  it('offers its columns, and is read again by the chosen one with what was entered', async () => {
    vi.spyOn(uploads, 'upload').mockResolvedValue({ id: 'f1' } as never);
    const errors = [{ line: 4, number: '12', code: 40041, message: 'Too short' }];
    const calls = serve((c) => {
      if (c.method === 'POST') return ok({ taskId: (c.body as { column?: string }).column ? 'second' : 'first' });
      if (c.url.endsWith('/import/first')) {
        const columns = [
          { name: 'name', sample: 'Ana', likely: false },
          { name: 'Celular', sample: '+5511987654321', likely: true },
        ];
        return ok({ ...counts, status: 'failed', message: 'No column phoneNumber', columns });
      }
      if (c.url.endsWith('/import/second'))
        return ok({
          ...counts,
          status: 'done',
          total: 153,
          imported: 3,
          failed: 150,
          errors,
          errorFileUrl: '/bad.xlsx',
        });
      return ok(null);
    });
    const { user } = await show(<ImportSuppression open onClose={() => {}} />);
    await user.type(await screen.findByLabelText('Reason'), 'asked');
    const input = document.querySelector<HTMLInputElement>('input[type=file]');
    await user.upload(input as HTMLInputElement, new File(['name,Celular\n'], 'people.csv', { type: 'text/csv' }));
    expect(await screen.findByRole('radio', { name: /Celular/ })).toBeChecked(); // the likely one
    expect(screen.queryByText('No column phoneNumber')).toBeNull(); // it is a question, nothing went wrong
    await user.click(screen.getByRole('button', { name: 'Import this column' }));
    const link = await screen.findByRole('link', { name: /Download all refused rows/ });
    expect(link).toHaveAttribute('href', '/bad.xlsx');
    expect(screen.getByText('Too short')).toBeVisible();
    const posts = calls.filter((c) => c.method === 'POST' && c.url.endsWith('/aty/suppression/import'));
    expect(posts.map((c) => c.body)).toEqual([
      { fileId: 'f1', scope: 'tenant', reason: 'asked' },
      { fileId: 'f1', scope: 'tenant', reason: 'asked', column: 'Celular' },
    ]);
    expect(uploads.upload).toHaveBeenCalledTimes(1);
  });
});

describe('refused rows', () => {
  it('say how many of them are shown, and are nothing where there are none', async () => {
    const { again } = await show(
      <BadRows label="Refused" errors={[{ line: 2, number: '=1', message: 'No' }]} failed={150} url="/f" />,
    );
    expect(screen.getByText(/first 1 of 150/)).toBeVisible();
    await again(<BadRows label="Refused" errors={[]} failed={0} url="" />);
    await waitFor(() => expect(screen.queryByText('Refused')).toBeNull());
  });
});

describe('a file of prices', () => {
  const choose = async (user: Awaited<ReturnType<typeof show>>['user']) => {
    await waitFor(() => expect(document.querySelector('input[type=file]')).not.toBeNull());
    const input = document.querySelector<HTMLInputElement>('input[type=file]');
    await user.upload(input as HTMLInputElement, new File(['service'], 'p.csv', { type: 'text/csv' }));
  };

  it('is asked about when prices change by more than half, with what changes, and uploaded once', async () => {
    const upload = vi.spyOn(uploads, 'upload').mockResolvedValue({ id: 'f1' } as never);
    const changes = [{ service: 'bulk.whatsapp', countryCode: '*', before: 3.5, after: 320 }];
    const calls = serve((c) => {
      if (c.method !== 'POST') return ok(null);
      const { confirmed } = c.body as { confirmed?: boolean };
      return confirmed
        ? ok({ total: 1, changed: 1 })
        : refuse(409, 40923, 'Prices that change by more than half: 1', { data: { total: 1, changes } });
    });
    const { user } = await show(<ImportPrices owner="u" open onClose={() => {}} />);
    await choose(user);
    expect(await screen.findByText(/3\.50 → 320\.00/)).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'Import anyway' }));
    expect(await screen.findByText('1 row imported, 1 price changed')).toBeVisible();
    const sent = calls.filter((c) => c.method === 'POST').map((c) => c.body);
    expect(sent).toEqual([
      { userId: 'u', fileId: 'f1' },
      { userId: 'u', fileId: 'f1', confirmed: true },
    ]);
    expect(upload).toHaveBeenCalledTimes(1);
  });

  it('that is closed while the file is on its way is never imported', async () => {
    let arrive = () => {};
    const file = new Promise<never>((done) => {
      arrive = () => done({ id: 'f1' } as never);
    });
    vi.spyOn(uploads, 'upload').mockReturnValue(file);
    const calls = serve(() => ok(null));
    const onClose = vi.fn();
    const { user } = await show(<ImportPrices owner="u" open onClose={onClose} />);
    await choose(user);
    await user.click(await screen.findByRole('button', { name: 'Close' }));
    expect(onClose).toHaveBeenCalledOnce();
    await act(async () => arrive());
    expect(calls.filter((c) => c.method === 'POST')).toEqual([]);
  });
});
