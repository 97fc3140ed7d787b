import { expect, type Page, test } from '@playwright/test';
import { atRest, byMenu, contactListForm, expectAccessible, nav, signedIn } from './kit';
import { unique } from './unique';

const bar = (page: Page) => page.getByRole('navigation', { name: 'Open pages' });
const tab = (page: Page, name: string) => bar(page).getByRole('link', { name, exact: true });

test('tabs: every way to close, by pointer and by keyboard, and pages that stay alive', async ({ browser }) => {
  const { page, complaints, close } = await signedIn(browser, 'customer');
  await page.goto('/welcome');
  await expect(tab(page, 'Home')).toHaveAttribute('aria-current', 'page');
  await bar(page).getByRole('button', { name: 'Close “Home”' }).click();
  await expect(page.getByText('You can’t close the last tab')).toBeVisible();

  await byMenu(page, 'Campaigns', 'Bulk sends');
  const search = page.getByRole('searchbox', { name: 'Search by name' });
  await search.fill('typed, not sent');
  await byMenu(page, 'Audience', 'Contact lists');
  await expect(tab(page, 'Contact lists')).toHaveAttribute('aria-current', 'page');
  await expect(bar(page).getByRole('link')).toHaveCount(3);
  await tab(page, 'Bulk sends').click();
  await expect(search).toHaveValue('typed, not sent');

  const choose = async (at: string, what: string) => {
    await tab(page, at).click({ button: 'right' });
    await page.getByRole('menuitem', { name: what, exact: true }).click();
    await expect(page.getByRole('menu')).toHaveCount(0);
  };
  // A message goes by itself after three seconds: it is looked for before what calls it has come to its end.
  await Promise.all([
    expect(page.getByText('No tabs on the left')).toBeVisible(),
    choose('Home', 'Close tabs to the left'),
  ]);
  await Promise.all([
    expect(page.getByText('No tabs on the right')).toBeVisible(),
    choose('Contact lists', 'Close tabs to the right'),
  ]);
  await choose('Bulk sends', 'Reload this page');
  await expect(search).toHaveValue('');

  // Keyboard: the arrow keys move along the tabs, Delete closes one.
  await tab(page, 'Bulk sends').focus();
  await page.keyboard.press('ArrowRight');
  await expect(tab(page, 'Contact lists')).toBeFocused();
  await page.keyboard.press('Home');
  await expect(tab(page, 'Home')).toBeFocused();
  await page.keyboard.press('Delete');
  await expect(bar(page).getByRole('link')).toHaveCount(2);
  await expect(page).toHaveURL(/\/send\/order/);
  await page.reload();
  await expect(bar(page).getByRole('link')).toHaveCount(2);
  await choose('Contact lists', 'Close other tabs');
  await expect(page).toHaveURL(/\/send\/contact/);
  await expect(bar(page).getByRole('link')).toHaveCount(1);
  expect(complaints).toEqual([]);
  await close();
});

test('addresses: groups, redirects, errors with the way home, titles', async ({ browser }) => {
  const { page, complaints, close } = await signedIn(browser, 'customer');
  await page.goto('/send');
  await expect(page).toHaveURL(/\/send\/order$/);
  await expect(page).toHaveTitle('Bulk sends - Herald');
  await page.goto('/redirect/send/contact?size=20');
  await expect(page).toHaveURL(/\/send\/contact\?size=20$/);
  for (const [path, text] of [
    ['/403', 'You don’t have permission to access this page'],
    ['/404', 'The page does not exist or is under development'],
    ['/500', 'System error, contact the administrator'],
    ['/send/nothing', 'The page does not exist or is under development'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByText(text)).toBeVisible();
    await page.getByRole('link', { name: 'Back to home' }).click();
    await expect(page).toHaveURL(/\/welcome$/);
  }
  // A page module that the console does not have, an embedded page and a link of the menu.
  const node = (id: string, targetType: number, uri: string) => ({
    ...{ id, type: 1, targetType, uri, path: `/x/${id}`, icon: '', hidden: false, title: `Page ${id}` },
    ...{ languages: {}, children: null },
  });
  const data = [
    node('unknown', 1, 'no/Such'),
    node('frame', 2, 'https://frame.example/'),
    node('link', 3, 'https://link.example/'),
  ];
  await page.route('**/api/oauth/router', (r) => r.fulfill({ json: { code: 200, message: 'ok', data } }));
  await page
    .context()
    .route('https://*.example/', (r) => r.fulfill({ contentType: 'text/html', body: '<h1>Elsewhere</h1>' }));
  await page.goto('/x/unknown');
  await expect(page.getByText('Module not found: no/Such')).toBeVisible();
  await nav(page).getByRole('link', { name: 'Page frame' }).click();
  await expect(page.frameLocator('iframe[title="Page frame"]').getByRole('heading')).toHaveText('Elsewhere');
  const popup = page.waitForEvent('popup');
  await nav(page).getByRole('link', { name: 'Page link' }).click();
  expect((await popup).url()).toBe('https://link.example/');
  await expect(page).toHaveURL(/\/x\/frame$/);
  expect(complaints.filter((c) => !c.includes('sandbox'))).toEqual([]);
  await close();
});

test('settings: layouts, colours, multi-tab, stock button, by keyboard too; accessible in each', async ({
  browser,
}) => {
  const { page, complaints, close } = await signedIn(browser, 'admin');
  await page.goto('/welcome');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Settings' }).click();
  const drawer = page.getByRole('dialog', { name: 'Settings' });
  await expect(drawer.getByRole('radio', { name: 'Blue', exact: true })).toBeChecked();
  await expectAccessible(page, 'settings');
  await drawer.getByRole('radio', { name: 'Purple' }).check();
  await drawer.getByRole('radiogroup', { name: 'Navigation theme' }).getByText('Light', { exact: true }).click();
  await drawer.getByText('Top', { exact: true }).click();
  await expect(drawer.getByRole('switch', { name: 'Fixed side menu' })).toBeDisabled();
  await drawer.getByText('Fixed', { exact: true }).click();
  await drawer.getByRole('switch', { name: 'Multi-tab mode' }).click();
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(page.getByRole('banner').getByRole('navigation', { name: 'Menu' })).toBeVisible();
  await expect(bar(page)).toHaveCount(0);
  const width = await page.locator('main').evaluate((m) => m.getBoundingClientRect().width);
  expect(width).toBeLessThanOrEqual(1232);
  await expectAccessible(page, 'top layout');
  await page.reload();
  await expect(page.getByRole('banner').getByRole('navigation', { name: 'Menu' })).toBeVisible();
  await page.getByRole('button', { name: 'Settings' }).click();
  await drawer.getByText('Mix', { exact: true }).click();
  await drawer.getByRole('button', { name: 'Copy settings' }).click();
  await expect(page.getByText(/Settings copied|Couldn’t copy the settings/)).toBeVisible();
  const theme = drawer.getByRole('radiogroup', { name: 'Theme', exact: true });
  await page.emulateMedia({ colorScheme: 'light' });
  await theme.getByText('System').click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await theme.getByText('Dark').click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expectAccessible(page, 'mix layout, dark');

  // The stock button: a click, a drag, the keyboard, and away.
  const button = page.locator('button[aria-keyshortcuts="Delete"][aria-label="Stock"]');
  // The button lies below the page until it is dragged out, and moves while the page loads.
  await expect(page.locator('[aria-busy=true], .ant-skeleton-active')).toHaveCount(0);
  await atRest(page);
  await button.hover();
  await atRest(page);
  const box = (await button.boundingBox()) as { x: number; y: number };
  await page.mouse.move(box.x + 20, box.y + 20);
  await page.mouse.down();
  await page.waitForFunction((t) => performance.now() > t + 200, await page.evaluate(() => performance.now()));
  await page.mouse.move(box.x - 80, box.y - 60, { steps: 4 });
  await page.mouse.up();
  await expect.poll(async () => (await button.boundingBox())?.x).toBeLessThan(box.x - 50);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Stock' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Stock' })).toBeHidden();
  await page.getByRole('button', { name: 'Hide the stock button' }).focus();
  await page.keyboard.press('Enter');
  await expect(button).toHaveCount(0);
  expect(complaints.filter((c) => !/404|501/.test(c))).toEqual([]);
  await close();
});

test('bad weather: no answer, and a token that ends while a form is open', async ({ browser }) => {
  const { page, close } = await signedIn(browser, 'customer');
  const typed = unique('Kept');
  const form = await contactListForm(page, typed);
  const save = form.getByRole('button', { name: 'Create and import' });

  await page.route('**/api/aty/contactsgroup', (r) => r.abort());
  await save.click();
  await expect(page.getByText('The server can’t be reached. Check the connection and try again.')).toBeVisible();
  await expect(form.getByLabel('Name')).toHaveValue(typed);
  await page.unroute('**/api/aty/contactsgroup');

  // An expired token is renewed silently.
  let refused = 0;
  await page.route('**/api/aty/contactsgroup', (r) =>
    refused++ === 0
      ? r.fulfill({ status: 401, json: { code: 401, message: 'expired', requestId: 'r' } })
      : r.continue(),
  );
  await save.click();
  await expect(page.getByRole('dialog', { name: `Import into “${typed}”` })).toBeVisible();
  expect(refused).toBe(2);
  await close();
});

test('a dead server, a slow one, and storage that is forbidden', async ({ browser }) => {
  const { page, close } = await signedIn(browser, 'customer');
  await page.route('**/api/oauth/router', (r) => r.fulfill({ status: 503, body: 'down' }));
  await page.goto('/send/order');
  await expect(page.getByText('The service isn’t available at the moment. Try again shortly.')).toBeVisible();
  await page.unroute('**/api/oauth/router');
  let let_go = () => {};
  const held = new Promise<void>((r) => {
    let_go = r;
  });
  await page.route('**/api/gc/groupsendorder/page**', async (r) => {
    await held;
    await r.continue();
  });
  await page.routeWebSocket('**/ws**', () => {}); // never opens
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('region', { name: 'Bulk sends' }).first()).toHaveAttribute('aria-busy', 'true');
  let_go();
  await expect(page.getByRole('region', { name: 'Bulk sends' }).first()).toHaveAttribute('aria-busy', 'false');
  await close();

  const closed = await signedIn(browser, 'customer');
  await closed.page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await closed.page.goto('/send/contact');
  await expect(closed.page.getByRole('heading', { name: 'Contact lists' })).toBeVisible();
  await closed.page.getByRole('button', { name: 'Settings' }).click();
  await closed.page.getByRole('radiogroup', { name: 'Theme', exact: true }).getByText('Dark').click();
  await expect(closed.page.locator('html')).toHaveAttribute('data-theme', 'dark');
  expect(closed.complaints).toEqual([]);
  await closed.close();
});
