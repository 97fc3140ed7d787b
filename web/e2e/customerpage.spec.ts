import { expect, type Page, test } from '@playwright/test';
import { actor, expectAccessible, expectNoSideScroll, signedIn } from './kit';
import { digits } from './unique';

const run = digits(7);
const notes = (page: Page) => page.getByRole('region', { name: 'Internal notes' });

async function write(page: Page, text: string) {
  await notes(page).getByRole('textbox', { name: 'New note' }).fill(text);
  await notes(page).getByRole('button', { name: 'Add note' }).click();
  await expect(notes(page).getByRole('listitem').filter({ hasText: text })).toBeVisible();
}

test('an agent sees prices with their reason and its own notes, staff see all notes', async ({ browser }) => {
  const { userId } = await (await actor('agent'))<{ userId: string }>('POST', '/aty/customerinfo', {
    name: `Cafe ${run}`,
    phone: `1170${run}`,
    email: `c${run}@herald.test`,
    countryCode: 'BR',
    customerType: 'person',
  });
  const staff = await signedIn(browser, 'admin');
  await staff.page.goto(`/customer/list?id=${userId}`);
  await expect(notes(staff.page)).toContainText('Only staff see your note');
  await write(staff.page, 'Check the papers');

  const agent = await signedIn(browser, 'agent');
  const { page } = agent;
  await page.goto(`/customer/list?id=${userId}`);
  await expect(page.getByLabel('Key figures')).toContainText('No low-balance alert');
  await expect(page.getByText('Nothing was sent in the last 30 days.')).toBeVisible();
  await expect(notes(page)).toContainText('No notes yet');
  await write(page, 'Pays on Fridays');
  await expect(notes(page).getByRole('listitem')).toHaveCount(1);
  await expectAccessible(page, 'the overview of a customer');

  await staff.page.reload();
  await expect(notes(staff.page).getByRole('listitem')).toHaveText([/Pays on Fridays/, /Check the papers/]);
  await expect(notes(staff.page).getByRole('button', { name: 'Delete the note' })).toHaveCount(1);

  await notes(page).getByRole('button', { name: 'Delete the note' }).click();
  await expect(notes(page)).toContainText('No notes yet');
  // A note that was deleted by mistake can be added again.
  await expect(notes(page).getByRole('textbox')).toHaveValue('Pays on Fridays');

  await page.getByRole('radiogroup').getByText('Prices', { exact: true }).click();
  await expect(page).toHaveURL(/c_tab=charges/);
  const first = page.getByRole('gridcell').first();
  await first.click();
  await expect(page.getByText(/Every other country: .*\(.+\)/)).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSideScroll(page, "a customer's prices on a phone");
  await page.getByRole('radiogroup').getByText('Overview', { exact: true }).click();
  await expectNoSideScroll(page, "a customer's overview on a phone");
  expect([...staff.complaints, ...agent.complaints]).toEqual([]);
  await staff.close();
  await agent.close();
});
