import { expect, type Page } from '@playwright/test';
import { dev } from './dev';
import {
  expectAccessible,
  expectNoSideScroll,
  expectReadable,
  LOCALES,
  newCustomer,
  prefer,
  signedIn,
  test,
} from './kit';
import { shot } from './looks';
import { wordsOf } from './words';

const topUp = (page: Page) => page.getByRole('dialog', { name: 'Top up' });
const balance = (page: Page, credits: string) =>
  page.getByRole('button', { name: `Credit: ${credits} credits. Top up` });

/** Presses "Pay" for an order on a simulated payment page. */
async function payAt(page: Page, cashier: string, orderId: string) {
  const till = await page.context().newPage();
  await till.goto(`${dev.simulators.money}/${cashier}/cashier`);
  await till.getByRole('row').filter({ hasText: orderId }).getByRole('button', { name: 'Pay' }).click();
  await till.getByText('paid').first().waitFor();
  await till.close();
}

for (const locale of LOCALES) {
  test(`credit bought by scanning is on the header when the payment has arrived, ${locale}`, async ({ browser }) => {
    const { t, credits } = wordsOf(locale);
    const { api } = await newCustomer(0);
    const it = await signedIn(browser, api, { locale });
    const held = (n: number) => it.page.getByRole('button', { name: t('shell.credit', { credits: credits(n) }) });
    await it.page.goto(`${dev.url}/welcome`);
    for (const [way, cashier, before] of [
      ['wechat', 'wechatpay', 0],
      ['alipay', 'alipay', 50_000],
    ] as const) {
      const app = t(`topup.ways.${way}`);
      await held(before).click();
      const dialog = it.page.getByRole('dialog', { name: t('topup.title') });
      await dialog.getByRole('tab', { name: app, exact: true }).click();
      await dialog.getByRole('radio', { name: /^50[,.]000/ }).check();
      await dialog.getByRole('button', { name: t('topup.getCode') }).click();
      await dialog.getByRole('img', { name: t('topup.code', { app }) }).waitFor();
      const orderId = (await dialog.locator('code').textContent()) ?? '';
      await expectAccessible(it.page, `${app}: code, ${locale}`);
      await payAt(it.page, cashier, orderId.trim());
      await expect(dialog.getByText(t('money.success'), { exact: true })).toBeVisible({ timeout: 60_000 });
      await dialog
        .getByRole('button', { name: t('topup.close') })
        .last()
        .click();
      await expect(held(before + 50_000)).toBeVisible();
    }
    expect(it.complaints).toEqual([]);
    await it.close();
  });
}

test("a payment on the payment app's page opens a window, and the credit arrives by itself", async ({ browser }) => {
  const { api } = await newCustomer(0);
  const it = await signedIn(browser, api);
  await it.page.goto(`${dev.url}/welcome`);
  await it.page.getByRole('button', { name: /^Account/ }).click();
  await it.page.getByRole('menuitem', { name: 'Top up' }).click();
  const dialog = topUp(it.page);
  await dialog.getByRole('tab', { name: 'Transfer', exact: true }).click();
  const opening = it.page.waitForEvent('popup');
  await dialog.getByRole('button', { name: 'Go to the payment page' }).click();
  const cashier = await opening;
  await expect(it.page.getByText(/The payment page is open/)).toBeVisible();
  await expect(dialog).toBeHidden();
  await cashier.getByRole('button', { name: 'Pay' }).click();
  await expect(cashier.getByRole('dialog', { name: 'Top up' })).toBeVisible(); // back at the console
  await expect(balance(it.page, '300.00')).toBeVisible({ timeout: 60_000 });
  expect(it.complaints).toEqual([]);
  await it.close();
});

test('the modal can be read and used, light and dark, wide and on a phone', async ({ browser }) => {
  const { api } = await newCustomer(1000);
  for (const size of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    const it = await signedIn(browser, api, {}, size);
    await it.page.goto(`${dev.url}/welcome`);
    await balance(it.page, '1,000.00').click();
    const dialog = topUp(it.page);
    await dialog.getByRole('group', { name: 'Credits' }).waitFor();
    await expectAccessible(it.page, `top-up at ${size.width}`);
    await expectNoSideScroll(it.page, `top-up at ${size.width}`);
    await shot(it.page, `amount-${size.width}-light`);
    await prefer(it.page, { dark: true });
    await expectReadable(it.page, `top-up at ${size.width}, dark`);
    await shot(it.page, `amount-${size.width}-dark`);
    await dialog.getByRole('button', { name: 'Get the code' }).click();
    await dialog.getByRole('img', { name: /^Payment code/ }).waitFor();
    await expectReadable(it.page, `code at ${size.width}, dark`);
    await shot(it.page, `code-${size.width}-dark`);
    await prefer(it.page, { dark: false });
    await shot(it.page, `code-${size.width}-light`);
    await dialog.getByRole('tab', { name: 'Transfer', exact: true }).click();
    await dialog.getByRole('button', { name: 'Go to the payment page' }).waitFor();
    await shot(it.page, `transfer-${size.width}-light`);
    expect(it.complaints).toEqual([]);
    await it.close();
  }
});
