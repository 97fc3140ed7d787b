import { expect } from '@playwright/test';
import { type Api, actor, caller, newCustomer, openPart, pickOption, rowAct, signedIn, test } from './kit';
import { looks } from './looks';
import { digits } from './unique';

/** A picture of one pixel, and as many bytes behind it as make it another one. */
const picture = (run: string) => ({
  name: 'evidence.png',
  mimeType: 'image/png',
  buffer: Buffer.concat([
    Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    ),
    Buffer.from(run),
  ]),
});

/** A member of staff who works on comments. */
async function worker(run: string): Promise<Api> {
  const login = { username: `worker${run}`, password: 'Green-Kettle-70' };
  await (await actor('admin'))('POST', '/sysuser', { ...login, name: `Worker ${run}`, roles: ['service'] });
  return caller(login);
}

test('comments are ordered, reviewed, written by hand, accepted, disputed and settled', async ({ browser }) => {
  test.setTimeout(400_000);
  const run = digits(7);
  const name = `Reviews ${run}`;
  const admin = await actor('admin');
  const { api, login } = await newCustomer(500);
  const customer = await signedIn(browser, api);
  const { page } = customer;

  // A template is written and approved.
  await page.goto('/comment/template');
  await page.getByRole('button', { name: 'Add template' }).first().click();
  const writing = page.getByRole('dialog', { name: 'Add template' });
  await writing.getByLabel('Name').fill(`T ${run}`);
  await writing.getByLabel('Platform').click();
  await pickOption(page.getByTitle('Trustpilot'));
  await writing.getByLabel('Text 1').fill('Great shop!');
  await writing.getByRole('button', { name: 'Add a text' }).click();
  await writing.getByLabel('Text 2').fill('great  shop!');
  await writing.getByRole('button', { name: 'Save' }).click();
  await expect(writing.getByText('Text 2 repeats an earlier one')).toBeVisible();
  await writing.getByLabel('Text 2').fill('Fast delivery.');
  await looks(page, 'comment-template-form');
  await writing.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('row', { name: new RegExp(run) })).toContainText('Under review');
  const reviewer = await signedIn(browser, 'admin');
  await reviewer.page.goto('/comment/template?status=review');
  await rowAct(reviewer.page.getByRole('row', { name: new RegExp(`T ${run}`) }), 'Approve');
  await reviewer.page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expect(reviewer.page.getByRole('row', { name: new RegExp(`T ${run}`) })).toHaveCount(0);

  // The order: a page of another platform is refused at its field.
  await page.goto('/comment/order');
  await page.getByRole('button', { name: 'New comments' }).first().click();
  const form = page.getByRole('dialog', { name: 'New comments' });
  await form.getByLabel('Order name').fill(name);
  await form.getByLabel('Platform').click();
  await pickOption(page.getByTitle('Trustpilot').last());
  await form.getByLabel('Page address').fill('https://www.facebook.com/shop');
  await form.getByLabel('Country').fill('Brazil');
  await pickOption(page.locator('.ant-select-item-option[title="Brazil +55"]'));
  await form.getByLabel('Comments', { exact: true }).fill('3');
  await form.getByLabel('Template', { exact: true }).click();
  await pickOption(page.locator('.ant-select-item-option', { hasText: run }));
  await form.getByLabel('I declare that I own this page').check();
  await expect(form.getByText("This address isn't on the chosen platform", { exact: false })).toBeVisible();
  await form.getByLabel('Page address').fill('https://www.trustpilot.com/review/shop.example');
  await expect(form.getByTestId('estimated-cost')).toContainText('9');
  await looks(page, 'comment-form');
  await form.getByRole('button', { name: 'Place order' }).click();
  const ask = page.getByRole('dialog', { name: 'Order 3 comments?' });
  await ask.getByRole('button', { name: 'Place order' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(`${name} Under review`);

  // Staff review the order.
  await reviewer.page.goto('/comment/order?status=1');
  await reviewer.page.getByRole('link', { name }).click();
  await expect(reviewer.page.getByRole('region', { name: 'Order', exact: true })).toContainText(
    'Declaration of ownership',
  );
  await looks(reviewer.page, 'comment-review');
  await reviewer.page.getByRole('button', { name: 'Approve', exact: true }).click();
  await reviewer.page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expect(reviewer.page.getByText('The order was approved')).toBeVisible();

  // A worker takes an item and hands in a picture. It cannot review it.
  const staff = await signedIn(browser, await worker(run));
  const work = staff.page;
  await work.goto('/comment/item');
  await work.getByRole('button', { name: `Take an item of “${name}”` }).click();
  const item = work.getByRole('dialog');
  await expect(item).toContainText('https://www.trustpilot.com/review/shop.example');
  await item.locator('input[type=file]').setInputFiles(picture(`${run}1`));
  await expect(item.getByRole('img', { name: 'Evidence' })).toBeVisible();
  await looks(work, 'comment-item-fulfil');
  await item.getByRole('button', { name: 'Submit evidence' }).click();
  await expect(work.getByText('The evidence was submitted')).toBeVisible();
  await rowAct(work.getByRole('row', { name: /Evidence submitted/ }).filter({ hasText: `Worker ${run}` }), 'Open item');
  await expect(item).toContainText('You fulfilled this item');
  await work.keyboard.press('Escape');
  await work.mouse.move(0, 0); // a link under the pointer has another colour
  await looks(work, 'comment-work');

  // Another member of staff accepts it.
  await reviewer.page.goto('/comment/item?state=submitted');
  await rowAct(reviewer.page.getByRole('row', { name: new RegExp(`Worker ${run}`) }), 'Open item');
  const decided = reviewer.page.getByRole('dialog');
  await expect(decided.getByRole('img', { name: 'Evidence' })).toBeVisible();
  await looks(reviewer.page, 'comment-item-review');
  await decided.getByRole('button', { name: 'Accept' }).click();
  await expect(reviewer.page.getByText('The comment was accepted')).toBeVisible();

  // The customer sees the picture and complains. Staff reject the comment for good.
  await expect(page.getByTestId('count-accepted')).toContainText('1', { timeout: 60_000 });
  await openPart(page, 'Details');
  const row = page.getByRole('row', { name: /Great shop!/ }).filter({ hasText: 'Fulfilled' });
  await expect(row.getByRole('img').first()).toBeVisible();
  await looks(page, 'comment-order');
  await rowAct(row, 'Complain');
  await page.getByRole('dialog').getByLabel('Reason').fill('It was removed');
  await page.getByRole('dialog').getByRole('button', { name: 'Complain' }).click();
  await expect(page.getByText('Your complaint was sent')).toBeVisible();
  await reviewer.page.goto('/comment/item?state=disputed');
  await rowAct(reviewer.page.getByRole('row', { name: new RegExp(`Worker ${run}`) }), 'Open item');
  await expect(decided).toContainText('It was removed');
  await decided.getByLabel('Reason').fill('It is gone');
  await decided.getByLabel('If rejected, open the item again').uncheck();
  await decided.getByRole('button', { name: 'Reject' }).click();
  await expect(reviewer.page.getByText('The comment was rejected')).toBeVisible();

  // One more is fulfilled by calls, then the customer stops the order: it pays for one of three.
  const { id } = (
    await api<{ records: { id: string }[] }>('GET', `/comment/order/page?name=${encodeURIComponent(name)}`)
  ).records[0] as { id: string };
  const items = (await api<{ records: { id: string; state: string }[] }>('GET', `/comment/order/${id}/item/page`))
    .records;
  const free = items.find((i) => i.state === 'free')?.id ?? '';
  await work.goto('/comment/item');
  await work.getByRole('button', { name: `Take an item of “${name}”` }).click();
  await item.locator('input[type=file]').setInputFiles(picture(`${run}2`));
  await item.getByRole('button', { name: 'Submit evidence' }).click();
  await expect(work.getByText('The evidence was submitted')).toBeVisible();
  await admin('PUT', `/comment/item/${free}/review`, { pass: true });
  await page.reload();
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stop' }).click();
  await expect
    .poll(async () => (await api<{ settled: boolean }>('GET', `/comment/order/${id}`)).settled, { timeout: 240_000 })
    .toBe(true);
  const { balance } = await (await caller(login))<{ balance: number }>('GET', '/pi/personal/info');
  expect(balance).toBe(497);
  expect(customer.complaints.filter((c) => !c.includes('400 (Bad Request)'))).toEqual([]); // what was refused
  expect(reviewer.complaints).toEqual([]);
  expect(staff.complaints).toEqual([]);
  await Promise.all([customer.close(), reviewer.close(), staff.close()]);
});

test('a partner works on comments until they wait for staff', async () => {
  test.setTimeout(180_000);
  const run = digits(7);
  const admin = await actor('admin');
  const { api } = await newCustomer(500);
  const { id } = await api<{ id: string }>('POST', '/comment/order', {
    name: `Partner ${run}`,
    countryCode: 'BR',
    platform: 'x',
    targetUrl: `https://x.com/shop/status/${run}`,
    quantity: 2,
    instructions: 'Say hello',
    owned: true,
  });
  await admin('PUT', '/comment/order/review', { ids: [id], pass: true });
  const counts = async () => (await api<{ counts: Record<string, number> }>('GET', `/comment/order/${id}`)).counts;
  await expect.poll(async () => (await counts()).submitted, { timeout: 120_000 }).toBe(2);
  for (const n of ['00000', '00001']) await admin('PUT', `/comment/item/${id}-${n}/review`, { pass: true });
  await expect.poll(async () => (await counts()).accepted, { timeout: 30_000 }).toBe(2);
});
