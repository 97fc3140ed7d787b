import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { useShowInitialPassword } from '@/kit/account/initialPassword';
import { show } from './util';

function Page() {
  const tell = useShowInitialPassword();
  return (
    <>
      <button type="button" onClick={() => tell({ userId: '1', passwordUntil: '2030-11-16T04:00:00Z' }, 'Ada')}>
        phone
      </button>
      <button
        type="button"
        onClick={() => tell({ password: 'abcd-efgh-2345', passwordUntil: '2030-11-16T04:00:00Z' }, 'Ada')}
      >
        random
      </button>
    </>
  );
}

describe('an initial password', () => {
  it('is shown once when it is random, until it is closed by its button', async () => {
    const { user } = await show(<Page />);
    await user.click(screen.getByRole('button', { name: 'phone' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'random' }));
    const dialog = await screen.findByRole('dialog');
    expect(dialog).toHaveTextContent('Initial password of Ada');
    expect(dialog).toHaveTextContent('abcd-efgh-2345');
    expect(dialog).toHaveTextContent('It expires at 2030-11-16 12:00:00');
    expect(within(dialog).queryByRole('button', { name: 'Cancel' })).toBeNull();
    await user.click(within(dialog).getByRole('button', { name: 'OK' }));
  });
});
