import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { Frame } from '@/features/auth/Frame';
import { show } from './util';

describe('the page around sign-in and registration', () => {
  it('names the product once, and says what it promises beside the form', async () => {
    await show(
      <Frame title="Sign in" hint="Bulk messaging">
        <form aria-label="form" />
      </Frame>,
    );
    expect(screen.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
    expect(screen.getAllByText('Herald', { exact: true })).toHaveLength(1);
    expect(screen.getByText('Reach your whole list, and see who read it')).toBeInTheDocument();
    expect(within(screen.getByRole('list')).getAllByRole('listitem')).toHaveLength(3);
  });

  it('keeps the drawn campaign from screen readers', async () => {
    await show(<Frame title="Sign in">{null}</Frame>);
    expect(screen.getByText('12,307').closest('[aria-hidden="true"]')).not.toBeNull();
    expect(screen.queryAllByRole('img')).toEqual([]);
  });
});
