import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ExportButton, ExportDialog } from '@/kit/export/ExportButton';
import { chosenColumns, layoutOf } from '@/kit/export/exportPrefs';
import { queryClient } from '@/lib/query';
import { useSession } from '@/lib/session';
import { type Call, ok, refuse, serve } from './server';
import { show } from './util';

const COLUMNS = [
  { key: 'name', title: 'Name' },
  { key: 'phone', title: 'Phone' },
  { key: 'status', title: 'Status' },
];

let calls: Call[] = [];
const files = () =>
  calls
    .map((c) => new URL(c.url, 'http://x'))
    .filter((u) => u.pathname.endsWith('/sysuser/export') && u.searchParams.get('format') !== 'columns');

beforeEach(async () => {
  await ExportDialog.preload();
  queryClient.clear();
  localStorage.clear();
  useSession.setState({ token: 't', info: { userId: 'u' } as never });
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => {} }));
  calls = serve(({ url }) => (url.includes('format=columns') ? ok(COLUMNS) : ok({ taskId: '01' })));
});
afterEach(cleanup);

const button = <ExportButton path="/sysuser/export" query={{ name: 'x', sortFields: ['name'] }} />;
const open = async () => {
  const { user } = await show(button);
  await user.click(screen.getByRole('button', { name: /Export$/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Export' });
  await within(dialog).findByRole('checkbox', { name: 'Phone' });
  return { user, dialog };
};

describe('a file of a list', () => {
  it('has all columns unless some are left out, and columns that are new later', () => {
    const prefs = { format: 'xlsx', omitted: ['phone', 'gone'] } as const;
    expect(layoutOf(COLUMNS, { format: 'csv', omitted: [] })).toEqual({ format: 'csv', columns: undefined });
    expect(layoutOf(COLUMNS, { ...prefs, omitted: [...prefs.omitted] }).columns).toEqual(['name', 'status']);
    expect(chosenColumns([...COLUMNS, { key: 'new', title: 'New' }], { ...prefs, omitted: ['phone'] })).toContain(
      'new',
    );
  });

  it('is asked for with its format and columns, which are remembered', async () => {
    const { user, dialog } = await open();
    await user.click(within(dialog).getByRole('radio', { name: 'CSV' }));
    await user.click(within(dialog).getByRole('checkbox', { name: 'Phone' }));
    await user.click(within(dialog).getByRole('button', { name: 'Export' }));
    await waitFor(() => expect(files()).toHaveLength(1));
    const asked = files()[0]?.searchParams;
    expect(asked?.get('format')).toBe('csv');
    expect(asked?.getAll('columns')).toEqual(['name', 'status']);
    expect(asked?.get('name')).toBe('x');
    cleanup();
    const again = await open();
    expect(within(again.dialog).getByRole<HTMLInputElement>('checkbox', { name: 'Phone' }).checked).toBe(false);
    expect(within(again.dialog).getByRole<HTMLInputElement>('radio', { name: 'CSV' }).checked).toBe(true);
  });

  it('needs a column', async () => {
    const { user, dialog } = await open();
    await user.click(within(dialog).getByRole('checkbox', { name: /^All/ }));
    expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Export' }).disabled).toBe(true);
  });

  it('says why its columns cannot be told', async () => {
    serve(() => refuse(400, 400, 'The filter is wrong'));
    const { user } = await show(button);
    await user.click(screen.getByRole('button', { name: /Export$/ }));
    expect(await screen.findByText('The filter is wrong')).toBeTruthy();
  });
});
