import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { EmptyState, motifOf } from '@/kit/page/EmptyState';
import { show } from './util';

it('draws what a page will show, and keeps the drawing from screen readers', async () => {
  await show(
    <EmptyState description="No recordings yet">
      <button type="button">New</button>
    </EmptyState>,
  );
  expect(screen.getByText('No recordings yet')).toBeVisible();
  expect(screen.getByRole('button', { name: 'New' })).toBeVisible();
  expect(document.querySelector('svg[data-motif]')).toHaveAttribute('aria-hidden', 'true');
});

it.each([
  ['/send/contact', 'people'],
  ['/send/order', 'bubble'],
  ['/call/recording', 'wave'],
  ['/account/statement', 'money'],
  ['/system/menu', 'list'],
] as const)('shows %s as %s', (path, motif) => {
  expect(motifOf(path)).toBe(motif);
});
