import { cleanup, fireEvent, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useShortcuts } from '@/app/shell/useShortcuts';
import { useOverlay } from '@/lib/overlay';
import type { MenuNode } from '@/lib/router/menuNode';
import { show } from './util';

const menu: MenuNode[] = [{ id: 'o', type: 1, path: '/send/order', uri: 'gc/order', title: 'Orders' }];

function Page({ plus, onAct }: { plus: boolean; onAct: () => void }) {
  useShortcuts(menu);
  return (
    <main id="content">
      <div data-page-head>
        <button type="button" className="ant-btn-primary" onClick={onAct}>
          {plus && <i className="anticon-plus" />}
        </button>
      </div>
      <input aria-label="Name" />
    </main>
  );
}

const shown = async (page: ReactElement) => {
  const it = await show(page);
  await screen.findByRole('main');
  return it;
};
const press = (key: string, more: object = {}) => fireEvent.keyDown(document.body, { key, code: key, ...more });

beforeEach(() => {
  Element.prototype.checkVisibility = () => true; // jsdom lays nothing out
  window.history.replaceState(null, '', '/here');
});
afterEach(() => {
  cleanup();
  useOverlay.setState({ shown: null });
});

it('a key creates, and never presses what acts on the object of the page', async () => {
  const [create, start] = [vi.fn(), vi.fn()];
  const first = await shown(<Page plus onAct={create} />);
  press('n');
  expect(create).toHaveBeenCalledTimes(1);
  fireEvent.keyDown(screen.getByLabelText('Name'), { key: 'n', code: 'n' });
  expect(create).toHaveBeenCalledTimes(1);
  await first.again(<Page plus={false} onAct={start} />);
  press('n');
  expect(start).not.toHaveBeenCalled();
});

it('the search does not close what is open', async () => {
  await shown(<Page plus onAct={() => {}} />);
  press('k', { ctrlKey: true });
  expect(useOverlay.getState().shown).toBe('palette');
  useOverlay.setState({ shown: 'topUp' });
  press('k', { ctrlKey: true });
  expect(useOverlay.getState().shown).toBe('topUp');
});

it('two keys lead to a page', async () => {
  await shown(<Page plus onAct={() => {}} />);
  press('g');
  press('o');
  expect(window.location.pathname).toBe('/send/order');
});
