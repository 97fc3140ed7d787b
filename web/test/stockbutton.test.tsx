import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { StockButton } from '@/features/stock/StockButton';
import { usePrefs } from '@/lib/theme/prefs';
import { show } from './util';

function pointer(type: string, at: number, x: number, y: number) {
  const event = new MouseEvent(type, { bubbles: true, button: 0, clientX: x, clientY: y });
  Object.defineProperty(event, 'timeStamp', { value: at });
  Object.defineProperty(event, 'pointerId', { value: 1 });
  return event;
}

it('the stock button lies where it was let go, also when nothing of the way was drawn', async () => {
  HTMLElement.prototype.setPointerCapture = () => undefined;
  const docked = usePrefs.getState().stockAt;
  await show(<StockButton />, '/');
  const button = screen.getByRole('button', { name: 'Stock' });
  // A press that is held and let go without a move leaves it where it lies.
  act(() => {
    button.dispatchEvent(pointer('pointerdown', 1_000, 500, 500));
    button.dispatchEvent(pointer('pointerup', 1_400, 500, 500));
  });
  expect(usePrefs.getState().stockAt).toEqual(docked);
  act(() => {
    button.dispatchEvent(pointer('pointerdown', 2_000, 500, 500));
    button.dispatchEvent(pointer('pointermove', 2_300, 450, 450));
    button.dispatchEvent(pointer('pointerup', 2_301, 400, 420));
  });
  // jsdom gives every box no size at 0, 0, from which everything lies beyond the window's corner.
  expect(usePrefs.getState().stockAt).toEqual({ right: window.innerWidth - 56, bottom: window.innerHeight - 56 });
});
