import { expect } from '@playwright/test';
import {
  actor,
  expectAccessible,
  expectNoSideScroll,
  expectReadable,
  newCustomer,
  pickOption,
  prefer,
  signedIn,
  test,
  unfold,
} from './kit';
import { shot } from './looks';
import { unique } from './unique';

const TEXT = 'Olá {name} de {city}';

test('who of a collection is sent to, by number segments, is counted while it is written', async ({ browser }) => {
  const { page, close } = await signedIn(browser, 'customer');
  const api = await actor('customer');
  const name = unique('Segments');
  const { id } = await api<{ id: string }>('POST', '/aty/contactsgroup', { name, countryCode: 'BR' });
  await api('POST', `/aty/contactsgroup/${id}/member`, {
    phoneNumbers: ['5511987650001', '5511987650002', '5521987650003'],
  });
  const draft = await api<{ id: string }>('POST', '/gc/groupsendorder/draft', {
    name,
    groupId: id,
    countryCode: 'BR',
    channel: 'whatsapp',
    message: { type: 'text', text: 'Olá' },
  });
  await page.goto(`/send/order?create=1&draft=${draft.id}`);
  const form = page.getByRole('dialog', { name: /Draft/ });
  await unfold(form, 'Filter the recipients');
  const segment = form.getByRole('textbox', { name: 'Number segments' });
  await segment.fill('55**9876500');
  await expect(form.getByTestId('audience')).toHaveText('3 of 3 members are sent to');
  await segment.fill('5511987');
  await expect(form.getByTestId('audience')).toHaveText('2 of 3 members are sent to');
  await expect(form.getByText('Not in the number segments')).toBeVisible();
  const asked: (string | null)[] = [];
  page.on('request', (r) => asked.push(new URL(r.url()).searchParams.get('segment')));
  for (const [text, said] of [
    ['55119*****', 'Use at most 4 * in a number segment'],
    ['+5511987', 'Enter the number segment without +'],
    ['551198', 'A number segment has 7 to 11 digits'],
    ['4411987', 'The number segment must start with 55, the code of the selected country'],
  ] as const) {
    await segment.fill(text);
    await expect(form.locator('.ant-form-item-explain', { hasText: said })).toBeVisible();
    await expect(form.getByTestId('audience')).toHaveCount(0);
    expect(asked).not.toContain(text);
  }
  await segment.fill('5511987, 5521987');
  await expect(form.getByTestId('audience')).toHaveText('3 of 3 members are sent to');
  await segment.fill('5521987');
  await expect(form.getByTestId('audience')).toHaveText('1 of 3 members is sent to');
  await expectAccessible(page, 'audience of an order');
  await form.getByRole('button', { name: 'Place order' }).click();
  await page
    .getByRole('dialog', { name: /Send to 1 / })
    .getByRole('button', { name: 'Place order' })
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name);
  await expect(page.getByText('numbers that begin with 5521987')).toBeVisible();
  await close();
});

test('a file is looked through before it is ordered, and its refused rows come back corrected', async ({ browser }) => {
  const { api } = await newCustomer(1000);
  const { page, close } = await signedIn(browser, api);
  await page.goto('/send/order?create=1');
  const form = page.getByRole('dialog', { name: 'New order' });
  await form.getByText('A file', { exact: true }).click();
  const rows = ['phoneNumber,name,city', '5511987654321,Ana,Rio', '5511987654322,,"São, Paulo"', '123,Zoe,Natal'];
  const file = { name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) };
  await form.locator('input[type=file]').first().setInputFiles(file);
  await form.getByLabel('Country').fill('brazil');
  await pickOption(page.locator('.ant-select-item-option[title="Brazil +55"]'));
  const facts = form.getByTestId('file-facts');
  await expect(facts).toContainText('2 numbers · 0 repeated · 1 refused');
  await expect(facts).toContainText('Placeholders filled by the file: {name} {city}');
  await form.getByRole('textbox', { name: 'Text' }).fill(TEXT);
  await form.getByLabel('Value of name').fill('amiga');
  await form.getByLabel('Value of city').fill('aqui');
  const through = form.getByRole('region', { name: 'Preview by recipient' });
  await expect(through).toContainText('+5511987654321 · 1 of 2');
  await expect(form.getByRole('figure')).toContainText('Olá Ana de Rio');
  await through.getByRole('button', { name: 'Next recipient' }).click();
  await expect(form.getByRole('figure')).toContainText('Olá amiga de São, Paulo');
  await expect(through.getByRole('button', { name: 'Next recipient' })).toBeDisabled();
  // The second of two messages steps along.
  await form.getByRole('switch', { name: 'A/B test' }).click();
  const second = form.getByRole('group', { name: 'Message B' });
  await second.getByRole('textbox', { name: 'Text' }).fill('Oi {city}');
  await second.getByLabel('Value of city').fill('lá');
  await expect(form.getByRole('figure').nth(1)).toContainText('Oi São, Paulo');
  await through.getByRole('button', { name: 'Previous recipient' }).click();
  await expect(form.getByRole('figure').nth(1)).toContainText('Oi Rio');
  await expectAccessible(page, 'file of an order');
  await facts.scrollIntoViewIfNeeded();
  await shot(page, 'audience-file');
  await prefer(page, { dark: true });
  await expectReadable(page, 'file of an order, dark');
  await shot(page, 'audience-file-dark');
  await prefer(page, { dark: false });
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSideScroll(page, 'file of an order on a phone');
  await facts.scrollIntoViewIfNeeded();
  await shot(page, 'audience-file-phone');
  await page.setViewportSize({ width: 1280, height: 800 });
  const saved = page.waitForEvent('download');
  await facts.getByRole('button', { name: 'Refused rows' }).click();
  expect((await saved).suggestedFilename()).toMatch(/^badrows.*\.xlsx$/);
  await close();
});
