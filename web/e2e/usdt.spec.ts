import { type Browser, expect, type Page } from '@playwright/test';
import { dev } from './dev';
import {
  actor,
  expectAccessible,
  expectNoSideScroll,
  expectReadable,
  LOCALES,
  newCustomer,
  pickOption,
  prefer,
  rowAct,
  signedIn,
  test,
} from './kit';
import { shot } from './looks';
import { digits } from './unique';
import { wordsOf } from './words';

// Tests wait for the chain's next block and the next minute's tick, so they run in parallel.
test.describe.configure({ mode: 'parallel' });

const topUp = (page: Page) => page.getByRole('dialog', { name: 'Top up' });
const balance = (page: Page, credits: string) =>
  page.getByRole('button', { name: `Credit: ${credits} credits. Top up` });

/** A customer without credit that was given the right to pay in USDT. */
async function payer() {
  const { api } = await newCustomer(0);
  const { userId } = api.session.info as { userId: string };
  const admin = await actor('admin');
  await admin('PUT', '/aty/customerinfo', { userId, usdtAuth: true });
  await admin('PUT', '/pay/rate/USDT', { rate: 7.2 });
  return { api, userId };
}

/** Sends USDT to an address by pressing the button of the simulated chain; gives the hash. */
async function sendAt(page: Page, chain: string, address: string, amount: string): Promise<string> {
  const till = await page.context().newPage();
  await till.goto(`${dev.simulators.money}/${chain}/cashier`);
  await till.getByLabel('Address').fill(address);
  await till.getByLabel('USDT').fill(amount);
  await till.getByRole('button', { name: 'Pay' }).click();
  const row = till.getByRole('row').filter({ hasText: address }).first();
  const hash = (await row.locator('code').first().textContent()) ?? '';
  await till.close();
  return hash.trim();
}

for (const locale of LOCALES) {
  test(`credit bought with USDT is on the header when the chain has confirmed it, ${locale}`, async ({ browser }) => {
    test.slow();
    const { t, credits } = wordsOf(locale);
    const coin = (name: string, values?: Record<string, string>) => t(`topup.usdt.${name}`, values);
    const held = (n: number) => it.page.getByRole('button', { name: t('shell.credit', { credits: credits(n) }) });
    const { api } = await payer();
    const it = await signedIn(browser, api, { locale });
    await it.page.goto(`${dev.url}/welcome`);
    await held(0).click();
    const dialog = it.page.getByRole('dialog', { name: t('topup.title') });
    await dialog.getByRole('tab', { name: t('topup.transfer'), exact: true }).click();
    await dialog.getByRole('tab', { name: 'TRC20' }).click();
    await expect(dialog.getByText(coin('rate', { credits: credits(720) }))).toBeVisible();
    await shot(it.page, `usdt-modal-steps-${locale}`);
    await dialog.getByRole('button', { name: coin('getAddress') }).click();
    await dialog.getByRole('img', { name: coin('address') }).waitFor();
    await expectAccessible(it.page, `an address to pay to, ${locale}`);
    const address = ((await dialog.locator('code').first().textContent()) ?? '').trim();
    await shot(it.page, `usdt-modal-address-${locale}`);
    await dialog.getByRole('button', { name: coin('submit') }).click();
    await expect(dialog.getByText(coin('hashMissing'))).toBeVisible();
    const hash = await sendAt(it.page, 'tron', address, '12.5');
    await dialog.getByRole('textbox', { name: coin('hash') }).fill(hash);
    await dialog.getByRole('button', { name: coin('submit') }).click();
    const done = dialog.getByText(coin('credited', { credits: credits(9000) }));
    await expect(dialog.getByText(coin('confirming', { n: '12' }).split('{done}')[1] as string).or(done)).toBeVisible({
      timeout: 60_000,
    });
    await shot(it.page, `usdt-modal-confirming-${locale}`);
    await expect(done).toBeVisible({ timeout: 120_000 });
    await dialog
      .getByRole('button', { name: t('topup.close') })
      .last()
      .click();
    await expect(held(9000)).toBeVisible();
    expect(it.complaints).toEqual([]);
    await it.close();
  });
}

test('who was not given the right sees no way to pay in USDT', async ({ browser }) => {
  const { api } = await newCustomer(0);
  const it = await signedIn(browser, api);
  await it.page.goto(`${dev.url}/welcome`);
  await balance(it.page, '0.00').click();
  const dialog = topUp(it.page);
  await dialog.getByRole('tab', { name: 'Transfer', exact: true }).click();
  await dialog.getByRole('button', { name: 'Go to the payment page' }).waitFor();
  await expect(dialog.getByRole('tab', { name: 'TRC20' })).toHaveCount(0);
  await it.close();
});

async function staff(browser: Browser, path: string, size?: { width: number; height: number }) {
  const it = await signedIn(browser, 'admin', {}, size);
  await it.page.goto(`${dev.url}${path}`);
  await it.page.locator('h1').first().waitFor();
  return it;
}

test('staff submit a hash for a customer, and invalidate an order', async ({ browser }) => {
  test.slow();
  const [one, other] = [await payer(), await payer()];
  const first = await one.api<{ orderId: string; address: string }>('POST', '/pay/order', { payType: 3 });
  const second = await other.api<{ orderId: string }>('POST', '/pay/order', { payType: 5 });
  const { page, complaints, close } = await staff(browser, `/finance/usdt?orderId=${first.orderId}`);
  const hash = await sendAt(page, 'ethereum', first.address, '3');
  const row = page.locator('tbody').getByRole('row').filter({ hasText: 'Ethereum (ERC20)' });
  await rowAct(row, 'Submit a hash');
  const dialog = page.getByRole('dialog').last();
  await dialog.getByLabel('Transaction hash').fill('abc');
  await dialog.getByRole('button', { name: 'Submit a hash' }).click();
  await expect(dialog.getByText("This isn't a transaction hash of ETHEREUM")).toBeVisible();
  await expectAccessible(page, 'a hash told by staff');
  await dialog.getByLabel('Transaction hash').fill(hash);
  await dialog.getByRole('button', { name: 'Submit a hash' }).click();
  await expect(page.getByText('The hash is being checked.')).toBeVisible();
  await expect(row).toContainText('Credited', { timeout: 120_000 });
  await expect(row).toContainText('2,160.00');
  await row.getByRole('link').first().click();
  await expect(page.getByText(`https://etherscan.io/tx/${hash}`)).toBeVisible();
  await expectAccessible(page, 'an order in USDT');
  await shot(page, 'usdt-order-1280-light');
  await page.goto(`${dev.url}/finance/usdt?orderId=${second.orderId}`);
  const waiting = page.locator('tbody').getByRole('row').filter({ hasText: 'TRON (TRC20)' });
  await rowAct(waiting, 'Cancel order');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).last().click();
  await expect(waiting).toContainText('Expired');
  expect(complaints.filter((c) => !/status of 400/.test(c))).toEqual([]);
  await close();
});

test('the pool of addresses: what is left, what is refused, what is imported', async ({ browser }) => {
  const { page, complaints, close } = await staff(browser, '/finance/address');
  await expect(page.getByText(/\d+ of \d+ free/).first()).toBeVisible();
  await page.getByRole('button', { name: 'Import' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Chain').click();
  // A list that still opens moves away from under the pointer.
  await page.locator('.ant-select-dropdown:not([class*=slide-up])').waitFor();
  await pickOption(page.locator('.ant-select-item-option[title="Ethereum (ERC20)"]'));
  const address = `0x${digits(12).padStart(40, '0')}`;
  await dialog.getByLabel('Addresses', { exact: true }).fill(`${address}\nTR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t`);
  await expectAccessible(page, 'the import of addresses');
  await dialog.getByRole('button', { name: 'Import' }).click();
  await expect(dialog.getByText('1 imported, 1 refused')).toBeVisible();
  await expect(dialog.getByText("This isn't an address of this chain")).toBeVisible();
  await shot(page, 'usdt-import');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await page.goto(`${dev.url}/finance/address?address=${address}`);
  await expect(page.locator('tbody').getByRole('row').filter({ hasText: address })).toContainText('Free');
  expect(complaints).toEqual([]);
  await close();
});

test('the pages of USDT can be read, light and dark, wide and on a phone', async ({ browser }) => {
  test.slow();
  const { api } = await payer();
  await api('POST', '/pay/order', { payType: 5 });
  for (const width of [1280, 390]) {
    const { page, complaints, close } = await staff(browser, '/finance/usdt', { width, height: 844 });
    for (const [path, name] of [
      ['/finance/usdt', 'orders'],
      ['/finance/address', 'addresses'],
    ] as const) {
      await page.goto(`${dev.url}${path}`);
      await page.locator('tbody').getByRole('row').nth(1).waitFor();
      await expectAccessible(page, `${name} at ${width}`);
      await expectNoSideScroll(page, `${name} at ${width}`);
      await shot(page, `usdt-${name}-${width}-light`);
      await prefer(page, { dark: true });
      await expectReadable(page, `${name} at ${width}, dark`);
      await shot(page, `usdt-${name}-${width}-dark`);
      await prefer(page, { dark: false });
    }
    expect(complaints).toEqual([]);
    await close();
  }
});
