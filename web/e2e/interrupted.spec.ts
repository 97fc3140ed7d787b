import { type Browser, expect, type Page, type Route } from '@playwright/test';
import { actor, contactListForm, nav, newCustomer, rowAct, signedIn, test } from './kit';
import { unique } from './unique';

test.describe.configure({ mode: 'parallel' });

const dialog = (page: Page) => page.getByRole('dialog').last();
const done = (r: Route) => r.fulfill({ json: { code: 200, message: 'ok', data: null } });

/** Opens the recharge of a customer that no other test has; the test answers its call. */
async function recharge(browser: Browser) {
  const { login } = await newCustomer(0);
  const it = await signedIn(browser, 'admin');
  const { page } = it;
  await page.goto('/welcome');
  await nav(page).locator('a[href="/customer/list"]').dispatchEvent('click');
  const search = page.getByRole('searchbox', { name: 'Phone' });
  await search.fill(login.username);
  await search.press('Enter');
  await expect(page).toHaveURL(/phone=/);
  await rowAct(page.getByRole('row', { name: new RegExp(login.username) }), 'Recharge');
  await dialog(page).getByLabel('Amount').fill('7');
  const send = () => dialog(page).getByRole('button', { name: 'Recharge', exact: true }).click();
  return { ...it, send };
}

test('leaving during a call: the answer is said, and nothing is sent under another key', async ({ browser }) => {
  const { page, send, close } = await recharge(browser);
  const keys: string[] = [];
  let answer = () => {};
  const answered = new Promise<void>((give) => {
    answer = give;
  });
  await page.route('**/api/aty/customerinfo/recharge', async (route) => {
    keys.push(route.request().headers()['idempotency-key'] ?? '');
    await answered;
    await done(route);
  });
  const sent = page.waitForRequest('**/api/aty/customerinfo/recharge');
  await send();
  await sent;
  await page.evaluate(() => window.history.go(-2)); // past the filter
  await expect(page).toHaveURL(/\/welcome$/);
  answer();
  await expect(page.getByText('Done: 7.00 credits')).toBeVisible();
  await page.evaluate(() => window.history.go(2));
  await expect(page).toHaveURL(/phone=/);
  await expect(page.locator('tbody tr').first()).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(keys).toHaveLength(1);
  await close();
});

test('offline a change fails at once, and is not sent when the network is back', async ({ browser }) => {
  const { page, send, close } = await recharge(browser);
  let calls = 0;
  await page.route('**/api/aty/customerinfo/recharge', (route) => {
    calls++;
    return route.continue();
  });
  await page.context().setOffline(true);
  await send();
  await expect(dialog(page).getByText('No response')).toBeVisible();
  const before = calls;
  await page.context().setOffline(false);
  const back = page.waitForResponse('**/api/aty/customerinfo/balances*'); // the page itself asks again
  await back;
  expect(calls).toBe(before);
  await close();
});

type Node = { type: number; targetType: number; path: string; children: Node[] | null };
const paths = (nodes: Node[]): string[] =>
  nodes.flatMap((n) => [...(n.type === 1 && n.targetType === 1 ? [n.path] : []), ...paths(n.children ?? [])]);

test('the seventeenth tab takes no typed text, and what is unsaved is known until it is discarded', async ({
  browser,
}) => {
  const { page, close } = await signedIn(browser, 'admin');
  await page.goto('/account/profile');
  const nickname = page.getByLabel('Nickname');
  const typed = unique('Typed');
  await nickname.fill(typed);
  const others = paths(await (await actor('admin'))<Node[]>('GET', '/oauth/router')).filter(
    (p) => p !== '/account/profile',
  );
  const open = async (path: string) => {
    await nav(page).locator(`a[href="${path}"]`).dispatchEvent('click');
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await expect(page.locator('h1:visible')).toHaveCount(1);
  };
  for (const path of others.slice(0, 17)) await open(path);
  await open('/account/profile');
  await expect(nickname).toHaveValue(typed);
  const tab = page.locator('a[aria-keyshortcuts]', { hasText: 'Personal info' });
  await tab.focus();
  await page.keyboard.press('Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await expect(tab).toHaveCount(0);
  let asked = false;
  page.on('dialog', (leave) => {
    asked = true;
    void leave.accept();
  });
  await page.reload();
  expect(asked).toBe(false);
  await close();
});

/** Makes the server refuse the session of a page from its next call on. */
const endSession = (page: Page) =>
  page.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem('session') ?? '{}');
    const state = { ...kept.state, token: 'x', refreshToken: 'y' };
    localStorage.setItem('session', JSON.stringify({ ...kept, state }));
    window.dispatchEvent(new StorageEvent('storage', { key: 'session' }));
  });

async function signIn(page: Page, login: { username: string; password: string }) {
  await expect(page).toHaveURL(/\/user\/login/);
  await page.getByLabel('Account or phone number').fill(login.username);
  await page.getByLabel('Password', { exact: true }).fill(login.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

test('a session that ends in a long form: what was typed survives the sign-in of the same user', async ({
  browser,
}) => {
  const { api, login } = await newCustomer(0);
  const { page, close } = await signedIn(browser, api);
  const typed = unique('Kept');
  const form = await contactListForm(page, typed);
  await endSession(page);
  const save = form.getByRole('button', { name: 'Create and import' });
  await save.click();
  await expect(page).toHaveURL(/\/user\/login/);
  await expect(page.getByText('Your session has ended. Sign in again.')).toBeVisible();
  await expect(form).toBeHidden();
  await signIn(page, login);
  await expect(page).toHaveURL(/\/send\/contact/);
  await expect(form.getByLabel('Name')).toHaveValue(typed);
  await save.click();
  await expect(page.getByRole('dialog', { name: `Import into “${typed}”` })).toBeVisible();
  await close();
});

test('what a user left unsaved is no question for the next one', async ({ browser }) => {
  const [first, next] = await Promise.all([newCustomer(0), newCustomer(0)]);
  const { page, close } = await signedIn(browser, first.api);
  const asksBeforeLeaving = () =>
    page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })));
  await page.goto('/account/profile');
  await page.getByLabel('Nickname').fill(unique('Typed'));
  const open = (path: string) => nav(page).locator(`a[href="${path}"]`).dispatchEvent('click');
  await open('/send/contact');
  await expect(page.getByRole('heading', { level: 1, name: 'Contact lists' })).toBeVisible();
  expect(await asksBeforeLeaving()).toBe(true);
  await endSession(page);
  await open('/send/order'); // its call is refused
  await signIn(page, next.login);
  await expect(page.getByRole('heading', { level: 1, name: 'Bulk sends' })).toBeVisible();
  expect(await asksBeforeLeaving()).toBe(false);
  await close();
});

test('two tabs whose token ends at once renew it by one call', async ({ browser }) => {
  const { api } = await newCustomer(0);
  const { page, close } = await signedIn(browser, api);
  await page.goto('/send/order');
  await page.locator('h1').waitFor();
  const other = await page.context().newPage();
  await other.goto('/send/contact');
  await other.locator('h1').waitFor();
  let renewed = 0;
  await page.context().route('**/api/oauth/refresh', (route) => {
    renewed++;
    return route.continue();
  });
  await page.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem('session') ?? '{}');
    localStorage.setItem('session', JSON.stringify({ ...kept, state: { ...kept.state, token: 'x' } }));
  });
  await Promise.all([page, other].map((p) => p.reload()));
  await expect(page).toHaveURL(/\/send\/order/);
  await expect(other).toHaveURL(/\/send\/contact/);
  for (const p of [page, other]) await expect(p.locator('[aria-busy=true], .ant-skeleton-active')).toHaveCount(0);
  expect(renewed).toBe(1);
  await close();
});

test('Enter that confirms a word in Safari submits nothing, and Enter alone does', async ({ browser }) => {
  const { page, close } = await signedIn(browser, 'customer');
  await page.goto('/send/order');
  const search = page.getByRole('searchbox', { name: 'Search by name' });
  await search.fill('nothing has this name');
  await search.evaluate((field) => {
    // WebKit ends the composition before the Enter that confirmed it.
    field.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }));
    field.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true }));
    const confirms = { key: 'Enter', keyCode: 229, bubbles: true, cancelable: true };
    field.dispatchEvent(new KeyboardEvent('keydown', confirms));
  });
  await expect(page).toHaveURL(/\/send\/order$/);
  await search.press('Enter');
  await expect(page).toHaveURL(/name=nothing/);
  await close();
});
