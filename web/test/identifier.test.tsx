import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { Identifier } from '@/kit/cell/Identifier';
import { colourOf } from '@/kit/chart/plot';
import { show } from './util';

it('copies an identifier by its button, and says so', async () => {
  const { user } = await show(<Identifier text="GS20261129-000001" />);
  await user.click(screen.getByRole('button', { name: 'Copy GS20261129-000001' }));
  await vi.waitFor(() => expect(screen.getByTitle('Copied')).toBeInTheDocument());
  expect(await navigator.clipboard.readText()).toBe('GS20261129-000001');
});

it('draws what became of messages in the colours of the console, and other series by their place', () => {
  const series = [
    { field: 'a', label: 'A', colour: 'read' as const },
    { field: 'b', label: 'B' },
  ];
  expect(colourOf({ series }, 0)).toBe('--read');
  expect(colourOf({ series }, 1)).toBe('--series-2');
});
