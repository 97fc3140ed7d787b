import { expect } from '@playwright/test';
import { signedIn, test } from './kit';

test('a list keeps the width of a column and the height of its rows for the user', async ({ browser }) => {
  const { page, complaints, close } = await signedIn(browser, 'admin');
  await page.goto('/system/user');
  const row = page.getByRole('row', { name: /^admin / });
  await expect(row).toBeVisible();
  const edge = page.getByRole('separator', { name: /^Width of/ }).first();
  const head = edge.locator('xpath=..');
  const widthOf = async () => Math.round((await head.boundingBox())?.width ?? 0);
  const heightOf = async () => (await row.boundingBox())?.height ?? 0;
  const tall = await heightOf();

  const at = (await edge.boundingBox()) as { x: number; y: number };
  await page.mouse.move(at.x + 4, at.y + 12);
  await page.mouse.down();
  await page.mouse.move(at.x + 64, at.y + 12, { steps: 4 });
  await page.mouse.up();
  const wide = await widthOf();
  await expect(edge).toHaveAttribute('aria-valuenow', String(wide));
  await edge.press('ArrowRight');
  await expect(edge).toHaveAttribute('aria-valuenow', String(wide + 16));

  const settings = page.getByRole('button', { name: 'Columns' });
  await settings.click();
  await page.getByText('Compact').click();
  await page.keyboard.press('Escape');
  await expect(settings).toBeFocused();
  await expect.poll(heightOf).toBeLessThan(tall);

  await page.reload();
  await expect(row).toBeVisible();
  await expect(edge).toHaveAttribute('aria-valuenow', String(wide + 16));
  expect(Math.abs((await widthOf()) - wide - 16)).toBeLessThan(3);
  await expect.poll(heightOf).toBeLessThan(tall);
  await settings.click();
  await page.getByRole('button', { name: 'Restore defaults' }).click();
  await page.keyboard.press('Escape');
  await expect.poll(heightOf).toBe(tall);
  expect(complaints).toEqual([]);
  await close();
});

test('a heading sorts by Space, the results are announced, and the head stays in sight', async ({ browser }) => {
  const { page, complaints, close } = await signedIn(browser, 'admin');
  await page.setViewportSize({ width: 1280, height: 420 });
  await page.goto('/system/user');
  const said = page.getByRole('status').filter({ hasText: /^\d+ results?, page 1 of \d+$/ });
  await expect(said).toHaveCount(1);
  const head = page.locator('th[aria-sort]').first();
  await head.getByRole('button').focus();
  await page.keyboard.press(' ');
  await expect(head).toHaveAttribute('aria-sort', 'ascending');
  await expect(said).toHaveCount(1);
  await page.mouse.move(700, 300);
  await page.mouse.wheel(0, 2000);
  await expect(head).toBeInViewport();
  expect(complaints).toEqual([]);
  await close();
});
