import { expect } from '@playwright/test';
import { ALONE, actor, expectAccessible, expectNoSideScroll, expectReadable, prefer, signedIn, test } from './kit';

test('the help tells about the page, leads on, and names the contact of the setting', ALONE, async ({ browser }) => {
  const admin = await actor('admin');
  await admin('PUT', '/lop/system/config/support.contact', { value: 'help@herald.test' });
  const { page, complaints, close } = await signedIn(browser, 'customer');
  await page.goto('/send/order');
  await page.getByRole('button', { name: 'Help', exact: true }).click();
  const help = page.getByRole('dialog', { name: 'Help' });
  await expect(help.getByRole('heading', { name: 'Bulk sends' })).toBeVisible();
  await expect(help.getByRole('region', { name: 'How it works' }).getByRole('listitem')).toHaveCount(3);
  await expect(help.getByRole('region', { name: 'Review' })).toHaveCount(0);
  await expect(help.getByRole('link', { name: 'help@herald.test' })).toBeVisible();
  await expectAccessible(page, 'the help');
  await prefer(page, { dark: true });
  await expectReadable(page, 'the help, dark');
  await help.getByRole('button', { name: 'Contact lists' }).click();
  await expect(page).toHaveURL(/\/send\/contact$/);
  await expect(help).toHaveCount(0);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: 'Help' }).click();
  await expect(help.getByRole('heading', { name: 'Contact lists' })).toBeVisible();
  await expectNoSideScroll(page, 'the help on a phone');
  await admin('DELETE', '/lop/system/config/support.contact');
  expect(complaints).toEqual([]);
  await close();
});
