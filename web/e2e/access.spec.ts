import { expect } from '@playwright/test';
import { actor, atRest, expectRules, signedIn, test } from './kit';

test('each landmark has its own name, each page a heading, and no table a vertical bar', async ({ browser }) => {
  for (const [who, paths] of [
    ['customer', ['/send/order', '/send/contact', '/404', '/send/nothing']],
    ['admin', ['/welcome', '/send/order']],
  ] as const) {
    const { page, close } = await signedIn(browser, who);
    for (const path of paths) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      const rules = ['landmark-unique', 'page-has-heading-one', 'scrollable-region-focusable'];
      await expectRules(page, `${who} ${path}`, rules);
      const bars = await page
        .locator('section:has(> .ant-table-wrapper)')
        .evaluateAll((all) => all.filter((b) => (b as HTMLElement).offsetWidth - b.clientWidth > 2).length);
      expect(bars, path).toBe(0);
    }
    await close();
  }
});

test('an order’s page is left by its entry of the menu', async ({ browser }) => {
  const api = await actor('customer');
  const settled = '/gc/groupsendorder/page?status=6'; // another may be deleted meanwhile
  const { records } = await api<{ records: { id: string }[] }>('GET', settled);
  const { page, close } = await signedIn(browser, 'customer');
  await page.goto(`/send/order?id=${records[0]?.id}`);
  await expect(page.getByRole('button', { name: 'Back to the orders' })).toBeVisible();
  await page.getByRole('link', { name: 'Bulk sends', exact: true }).first().click();
  await expect(page.getByRole('heading', { name: 'Bulk sends' })).toBeVisible();
  await expect(page).toHaveURL(/\/send\/order$/);
  await close();
});

test('what is judged has come to rest, also when one movement takes the place of another', async ({ page }) => {
  await page.setContent('<style>b { transition: color 0.6s; color: #fff }</style><b>text</b>');
  const text = page.locator('b');
  await text.evaluate((b) => {
    b.style.color = 'rgb(255, 0, 0)';
  });
  const rest = atRest(page);
  await text.evaluate((b) => {
    b.style.color = 'rgb(0, 0, 255)'; // the first transition is cancelled, not finished
  });
  await rest;
  expect(await text.evaluate((b) => getComputedStyle(b).color)).toBe('rgb(0, 0, 255)');
});
