import { expect, type Locator, type Page } from '@playwright/test';
import {
  actor,
  expectAccessible,
  expectNoSideScroll,
  expectReadable,
  expectRoomToType,
  prefer,
  rowAct,
  signedIn,
  test,
} from './kit';
import { unique } from './unique';

const WIDE = { width: 1440, height: 900 };
const FRAME = 'iframe[title="The email as mailboxes show it"]';
const canvas = (page: Page) => page.locator('[data-canvas]');
const blocks = (page: Page, name: string) => canvas(page).getByRole('group', { name, exact: true });
const selected = (page: Page, name: string) => blocks(page, name).and(page.locator('[aria-current]'));
const palette = (page: Page) => page.getByRole('region', { name: 'Blocks to add' }).filter({ visible: true });
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true }).filter({ visible: true });

/** Drags something with the mouse to the middle of another element, or to a share of its height. */
async function drag(page: Page, from: Locator, to: Locator, share = 0.5) {
  await to.scrollIntoViewIfNeeded();
  const [a, b] = [await from.boundingBox(), await to.boundingBox()];
  if (!a || !b) throw new Error('nothing to drag');
  await page.mouse.move(a.x + a.width / 2, a.y + a.height / 2);
  await page.mouse.down();
  await page.mouse.move(a.x + a.width / 2 + 12, a.y + a.height / 2 + 12, { steps: 4 });
  await page.mouse.move(b.x + b.width / 2, b.y + b.height * share, { steps: 12 });
  await expect(canvas(page).locator('[data-over="true"]')).toHaveCount(1);
  await page.mouse.up();
}

/** Opens the editor of a new template that begins with a starter, or with nothing. */
async function begin(page: Page, starter: RegExp) {
  await page.goto('/email/template');
  await page.getByRole('button', { name: 'New template' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: starter }).click();
  await expect(canvas(page)).toBeVisible();
}

test('a template is made of a starter, edited by mouse and by keyboard, saved, opened again and deleted', async ({
  browser,
}) => {
  const { page, complaints, close } = await signedIn(browser, 'customer', {}, WIDE);
  const name = unique('Spring');
  await begin(page, /^Newsletter/);
  await field(page, 'Template name').fill(name);

  // By mouse: a divider above the first text.
  const dividers = await blocks(page, 'Divider').count();
  await drag(page, palette(page).getByRole('button', { name: 'Divider' }), blocks(page, 'Text').first(), 0.05);
  await expect(blocks(page, 'Divider')).toHaveCount(dividers + 1);
  await expect(selected(page, 'Divider')).toBeFocused();
  await page.keyboard.press('Control+z');
  await expect(blocks(page, 'Divider')).toHaveCount(dividers);
  await page.getByRole('button', { name: 'Redo' }).click();
  await expect(blocks(page, 'Divider')).toHaveCount(dividers + 1);

  // By keyboard alone: columns, and a button that moves into the second one.
  await palette(page).getByRole('button', { name: 'Columns' }).focus();
  await page.keyboard.press('Enter');
  await expect(selected(page, 'Columns')).toBeFocused();
  await palette(page).getByRole('button', { name: 'Button' }).focus();
  await page.keyboard.press('Enter');
  await expect(selected(page, 'Button')).toBeFocused();
  await page.keyboard.press('Alt+ArrowDown');
  await expect(page.locator('[data-column="1"] [data-type="button"][aria-current]')).toHaveCount(1);
  await field(page, 'Button text').fill('Buy tea');
  await field(page, 'Link').fill('shop.example/tea');
  await field(page, 'Button text').focus();
  await expect(field(page, 'Link')).toHaveValue('https://shop.example/tea');
  await expect(selected(page, 'Button')).toContainText('Buy tea');

  // A text in its place.
  const text = blocks(page, 'Text').first();
  await text.click();
  const area = page.getByRole('textbox', { name: 'Text content' });
  await area.press('Control+a');
  await area.pressSequentially('Tea for {name|friend}');
  await page.getByRole('toolbar', { name: 'Text formatting' }).getByRole('button', { name: 'Bold' }).click();
  await area.press('Escape');
  await expect(text).toBeFocused();
  await expect(text).toContainText('Tea for {name|friend}');
  await page.keyboard.press('Control+z');
  await expect(text).not.toContainText('Tea for');
  await page.keyboard.press('Control+y');
  await expect(text).toContainText('Tea for {name|friend}');

  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('No unsaved changes')).toBeVisible();
  await expect(page).toHaveURL(/[?&]id=(?!new)/);
  await page.reload();
  await expect(field(page, 'Template name')).toHaveValue(name);
  await expect(canvas(page)).toContainText('Tea for {name|friend}');
  await expect(blocks(page, 'Button').filter({ hasText: 'Buy tea' })).toHaveCount(1);

  await page.getByRole('button', { name: 'Back to templates' }).click();
  const row = page.getByRole('row').filter({ hasText: name });
  await rowAct(row, 'Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(row).toHaveCount(0);
  expect(complaints).toEqual([]);
  await close();
});

test('a block is dragged into a column and out of it, and no email has a fifth container', async ({ browser }) => {
  const { page, complaints, close } = await signedIn(browser, 'customer', {}, WIDE);
  await begin(page, /^Empty email/);
  await palette(page).getByRole('button', { name: 'Columns' }).click();
  await drag(page, palette(page).getByRole('button', { name: 'Text' }), page.getByText('Drop here').nth(1));
  const second = page.locator('[data-column="1"]');
  await expect(second.getByRole('group', { name: 'Text' })).toHaveCount(1);
  // A placed block is dragged as well, while its text is not edited.
  await canvas(page).click({ position: { x: 5, y: 5 } });
  await drag(page, second.getByRole('group', { name: 'Text' }), page.getByText('Drop here'));
  await expect(page.locator('[data-column="0"]').getByRole('group', { name: 'Text' })).toHaveCount(1);

  const container = palette(page).getByRole('button', { name: 'Container' });
  for (let n = 2; n <= 4; n++) {
    await container.click();
    await expect(blocks(page, 'Container')).toHaveCount(n);
  }
  await expect(container).toHaveAttribute('aria-disabled', 'true');
  await container.hover();
  await expect(page.getByText('An email has at most 4 containers')).toBeVisible();
  expect(complaints).toEqual([]);
  await close();
});

test('HTML is imported and previewed on a phone and in the dark, and what is wrong leads to its block', async ({
  browser,
}) => {
  const { page, complaints, close } = await signedIn(browser, 'customer', {}, WIDE);
  await begin(page, /^Import HTML/);
  const dialog = page.getByRole('dialog', { name: 'Import HTML' });
  await dialog
    .getByLabel('HTML code')
    .fill('<h1>Hello {name|friend}</h1><p>A text of an old newsletter.</p><script>window.bad = 1</script>');
  await dialog.getByRole('button', { name: 'Import' }).click();
  await expect(canvas(page)).toContainText('A text of an old newsletter.');
  await palette(page).getByRole('button', { name: 'Picture' }).click();

  await page.getByText('Preview', { exact: true }).click();
  const mail = page.frameLocator(FRAME);
  await expect(mail.getByText('Hello friend')).toBeVisible();
  await field(page, 'name').fill('Ana');
  await expect(mail.getByText('Hello Ana')).toBeVisible();
  await page.getByText('Phone', { exact: true }).click();
  await expect.poll(async () => (await page.locator(FRAME).boundingBox())?.width ?? 0).toBeLessThanOrEqual(390);
  const surface = () => mail.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor);
  const light = await surface();
  await page.getByText('Dark', { exact: true }).click();
  await expect.poll(surface).not.toBe(light);
  await page.getByText('Plain text', { exact: true }).click();
  await expect(page.locator('pre').getByText('A text of an old newsletter.')).toBeVisible();
  await page.getByRole('button', { name: 'Choose a picture' }).click();
  await expect(selected(page, 'Picture')).toBeFocused();
  expect(complaints).toEqual([]);
  await close();
});

test('unsaved work survives a reload, and leaving asks first', async ({ browser }) => {
  const { page, complaints, close } = await signedIn(browser, 'customer', {}, WIDE);
  await begin(page, /^Empty email/);
  await field(page, 'Template name').fill('Half done');
  await palette(page).getByRole('button', { name: 'Text' }).click();
  await expect.poll(() => page.evaluate(() => Object.values(sessionStorage).join())).toContain('Half done');
  page.on('dialog', (d) => void d.accept());
  await page.reload();
  await expect(field(page, 'Template name')).toHaveValue('Half done');
  await expect(blocks(page, 'Text')).toHaveCount(1);
  await page.getByRole('button', { name: 'Back to templates' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('heading', { name: 'Email templates' })).toBeVisible();
  expect(complaints).toEqual([]);
  await close();
});

test('a template that someone else has saved meanwhile is not overwritten unasked', async ({ browser }) => {
  const api = await actor('customer');
  const content = [{ id: 't', type: 'text', text: { html: '<p>One</p>' } }];
  const design = { version: 1, style: {}, blocks: [{ id: 'c', type: 'container', blocks: content }] };
  const body = { name: unique('Shared'), subject: 'Ours', design };
  const made = await api<{ id: string; version: number }>('POST', '/edm/template', body);
  const { page, complaints, close } = await signedIn(browser, 'customer', {}, WIDE);
  await page.goto(`/email/template?id=${made.id}`);
  await expect(canvas(page)).toContainText('One');
  await api('PUT', '/edm/template', { ...body, id: made.id, version: made.version, subject: 'Theirs' });
  await field(page, 'Subject').fill('Mine');
  await page.getByRole('button', { name: 'Save' }).click();
  const dialog = page.getByRole('dialog', { name: 'Someone else changed this template' });
  await dialog.getByRole('button', { name: 'Overwrite' }).click();
  await expect(page.getByText('No unsaved changes')).toBeVisible();
  expect((await api<{ subject: string }>('GET', `/edm/template/${made.id}`)).subject).toBe('Mine');
  expect(complaints.filter((c) => !c.includes('409'))).toEqual([]); // the refused save
  await api('DELETE', `/edm/template/${made.id}`);
  await close();
});

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const)
  test(`the editor is readable and reachable at ${width} px in both themes`, async ({ browser }) => {
    const { page, complaints, close } = await signedIn(browser, 'customer', {}, { width, height });
    await begin(page, /^Newsletter/);
    await expectAccessible(page, `editor ${width}`);
    await blocks(page, 'Text').first().click();
    await expectAccessible(page, `text ${width}`);
    await expectNoSideScroll(page, `editor ${width}`);
    if (width > 1000) await expectRoomToType(page, `editor ${width}`);
    await prefer(page, { dark: true });
    await expectReadable(page, `editor in the dark ${width}`);
    if (width < 1000) {
      await page.getByRole('button', { name: 'Properties' }).click();
      const fields = page.getByRole('dialog');
      await expect(fields.getByRole('heading', { name: 'Text' })).toBeVisible();
      await expectAccessible(page, 'fields on a phone');
      await fields.getByText('Outline', { exact: true }).click();
      await fields.locator('[data-selected="true"]').getByRole('button', { name: 'Move Text down' }).click();
      await fields.getByRole('button', { name: 'Close' }).click();
    }
    await page.getByText('Preview', { exact: true }).click();
    await expect(page.locator(FRAME)).toBeVisible();
    await expectAccessible(page, `preview ${width}`);
    expect(complaints).toEqual([]);
    await close();
  });
