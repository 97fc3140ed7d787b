import { expect, test } from '@playwright/test';
import { expectAccessible, expectNoSideScroll, signedIn } from './kit';

const rows = Array.from({ length: 23 }, (_, i) => ({
  userId: `u${i}`,
  recommendUserName: `Agent ${i % 3}`,
  name: `Customer with a rather long name ${i + 1}`,
  phoneNum: `5511970000${String(i).padStart(3, '0')}`,
}));

test('a picker by keyboard: search, pages, error and retry; in the dark and on a phone', async ({ browser }) => {
  for (const [dark, size] of [
    [false, { width: 1280, height: 800 }],
    [true, { width: 390, height: 844 }],
  ] as const) {
    const { page, complaints, close } = await signedIn(browser, 'agent', { dark }, size);
    // The list itself is the server's; here it is the picker that is looked at.
    await page.addInitScript(() => {
      const kept = JSON.parse(localStorage.getItem('session') ?? 'null');
      if (!kept?.state) return;
      kept.state.permissions.push('aty:customerinfo:getsalecustomer');
      localStorage.setItem('session', JSON.stringify(kept));
    });
    let down = true;
    await page.route('**/api/aty/customerinfo/getsalecustomer**', (r) => {
      const query = new URL(r.request().url()).searchParams;
      const found = rows.filter((x) => x.name.includes(query.get('name') ?? ''));
      const [current, by] = [Number(query.get('current')), Number(query.get('size'))];
      const data = { records: found.slice((current - 1) * by, current * by), total: found.length, current, size: by };
      return down
        ? r.fulfill({ status: 500, json: { code: 500, message: 'Not at the moment', requestId: 'r' } })
        : r.fulfill({ json: { code: 200, message: 'ok', data } });
    });
    await page.goto('/welcome');
    await page.getByRole('button', { name: /^Account: / }).click();
    await page.getByRole('menuitem', { name: 'User (referrer) search' }).click();
    const box = page.getByRole('dialog', { name: 'User (referrer) search' });
    await expect(box.getByText('Not at the moment')).toBeVisible();
    down = false;
    await box.getByRole('button', { name: 'Try again' }).click();
    await expect(box.getByRole('row')).toHaveCount(1 + 10);
    if (size.width > 1000) {
      const width = await page.locator('.ant-modal').evaluate((m) => (m as HTMLElement).offsetWidth);
      expect(width).toBe(800);
    }
    await expectAccessible(page, `picker ${dark ? 'dark' : 'light'}`);
    await expectNoSideScroll(page, 'picker');
    await box.getByRole('textbox', { name: 'Customer name' }).focus();
    await page.keyboard.type('name 23');
    await page.keyboard.press('Enter');
    await expect(box.getByRole('row')).toHaveCount(1 + 1);
    await box.getByRole('button', { name: 'Reset' }).focus();
    await page.keyboard.press('Enter');
    await expect(box.getByRole('row')).toHaveCount(1 + 10);
    await box.getByTitle('3', { exact: true }).focus();
    await page.keyboard.press('Enter');
    await expect(box.getByRole('row')).toHaveCount(1 + 3);
    await page.keyboard.press('Escape');
    await expect(box).toBeHidden();
    expect(complaints.filter((c) => !c.includes('500'))).toEqual([]);
    await close();
  }
});
