import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { LocalPicker, type LovOption } from '@/kit/lov/LocalPicker';
import { notifier } from '@/lib/notifier';
import { show } from './util';

const row = { id: 1, name: 'One', state: 'on' };
const getPage = vi.fn(async () => ({ records: [row], total: 1 }));
const columns = [
  { field: 'name', title: 'Name' },
  { field: 'state', title: 'State', scopedSlots: { customRender: () => <b>drawn</b> } },
];
const option: LovOption = { rowKey: 'id', getPage, modelTitle: 'Mine', fixedParams: { x: 1 } };

it('chooses one row of a list that the page brings, and draws cells by their slots', async () => {
  const changed = vi.fn();
  const { user } = await show(
    <LocalPicker label="Local" onChange={changed} lovOption={option} columnsOption={columns} />,
  );
  await user.click(screen.getByRole('button', { name: 'Local' }));
  const box = await screen.findByRole('dialog', { name: 'Mine' });
  expect(await within(box).findByText('drawn')).toBeVisible();
  await user.click(within(box).getByText('One'));
  await user.click(within(box).getByRole('button', { name: 'OK' }));
  expect(changed).toHaveBeenCalledWith(1, [row]);
  expect(getPage).toHaveBeenCalledWith(expect.objectContaining({ current: 1, size: 10, x: 1 }), expect.anything());
});

it('says that its options are wrong when it is pressed', async () => {
  const { user } = await show(
    <LocalPicker label="Local" lovOption={{ ...option, rowKey: '' }} columnsOption={columns} />,
  );
  const error = vi.spyOn(notifier.current?.message as { error: (text: string) => unknown }, 'error');
  await user.click(screen.getByRole('button', { name: 'Local' }));
  await waitFor(() => expect(error).toHaveBeenCalledWith('The picker’s configuration is invalid'));
});

it.each([
  [undefined, true],
  [false, false],
])('with lang %s, a change of the parameters or the language clears the choice: %s', async (lang, cleared) => {
  const changed = vi.fn();
  const picker = (params: Record<string, unknown>) => (
    <LocalPicker
      label="Local"
      value={1}
      rows={[row]}
      params={params}
      onChange={changed}
      lovOption={{ ...option, lang }}
      columnsOption={columns}
    />
  );
  const { again, inLanguage } = await show(picker({}));
  await inLanguage('pt-BR');
  expect(changed.mock.calls.length > 0).toBe(cleared);
  changed.mockClear();
  await again(picker({ of: 'another' }));
  expect(changed).toHaveBeenCalledWith(undefined, []);
});
