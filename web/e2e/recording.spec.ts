import { expect, type Page } from '@playwright/test';
import { expectAccessible, expectNoSideScroll, pickOption, prefer, rowAct, signedIn, test } from './kit';
import { digits } from './unique';

const run = digits(6);

/** A tone of some seconds, as a WAV file of 8,000 samples a second; silent when it is not loud. */
function wav(seconds: number, loud = true): Buffer {
  const samples = Buffer.alloc(seconds * 16_000);
  for (let i = 0; loud && i < samples.length / 2; i++) samples.writeInt16LE(Math.round(9000 * Math.sin(i / 5)), 2 * i);
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + samples.length, 4);
  head.write('WAVEfmt ', 8);
  for (const [at, value] of [
    [16, 16],
    [24, 8000],
    [28, 16_000],
    [40, samples.length],
  ] as const)
    head.writeUInt32LE(value, at);
  for (const [at, value] of [
    [20, 1],
    [22, 1],
    [32, 2],
    [34, 16],
  ] as const)
    head.writeUInt16LE(value, at);
  head.write('data', 36);
  return Buffer.concat([head, samples]);
}

async function listen(page: Page, name: string) {
  await rowAct(page.getByRole('row', { name: new RegExp(name) }), 'Listen');
  const modal = page.getByRole('dialog', { name });
  await modal.getByRole('button', { name: 'Play' }).click();
  await expect(modal.getByRole('button', { name: 'Pause' }).or(modal.getByText(/0:0[1-9] \//))).toBeVisible();
  await expect(
    modal.getByText('8000 Hz', { exact: false }).or(modal.getByText('16000 Hz', { exact: false })),
  ).toBeVisible();
  return modal;
}

test('recordings: uploaded, refused, spoken by an engine whose key stays hidden, heard, deleted', async ({
  browser,
}) => {
  test.slow();
  const staff = await signedIn(browser, 'admin');
  await staff.page.goto('/call/engine');
  await staff.page.getByRole('button', { name: 'New' }).first().click();
  const engine = staff.page.getByRole('dialog');
  await engine.getByLabel('Name', { exact: true }).fill(`Joanna ${run}`);
  await engine.getByLabel('Speaker').fill('Joanna');
  await engine.getByLabel('Languages').click();
  await pickOption(staff.page.getByTitle('English (US) (en-US)'));
  await staff.page.keyboard.press('Escape');
  await engine.getByLabel('Key').fill('AKIALOCAL:never-shown');
  await expectAccessible(staff.page, 'the form of an engine');
  await engine.getByRole('button', { name: 'Save' }).click();
  await expect(staff.page.getByRole('dialog')).toHaveCount(0);
  const made = staff.page.getByRole('row', { name: new RegExp(`Joanna ${run}`) });
  await rowAct(made, 'Test');
  const tested = staff.page.getByRole('dialog', { name: `Test “Joanna ${run}”` });
  await tested.getByRole('button', { name: 'Generate' }).click();
  await expect(tested.getByRole('button', { name: 'Play' })).toBeVisible({ timeout: 60_000 });
  expect(await staff.page.content()).not.toContain('never-shown');
  await staff.close();

  const { page, complaints, close } = await signedIn(browser, 'customer');
  await page.goto('/call/recording');
  await page.getByRole('button', { name: 'New' }).first().click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Name', { exact: true }).fill(`Promo ${run}`);
  const choose = form.locator('input[type=file]');
  await choose.setInputFiles({
    name: 'a.wav',
    mimeType: 'audio/wav',
    buffer: Buffer.from('ID3 no wav at all'.repeat(20)),
  });
  await expect(page.getByText('Upload a wav recording')).toBeVisible();
  await choose.setInputFiles({ name: 'a.wav', mimeType: 'audio/wav', buffer: wav(2, false) });
  await expect(form.getByText('a.wav')).toBeVisible();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The whole recording is silent')).toBeVisible();
  await choose.setInputFiles({ name: 'b.wav', mimeType: 'audio/wav', buffer: wav(3) });
  await expect(form.getByText('b.wav')).toBeVisible();
  await expectAccessible(page, 'the form of a recording');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const modal = await listen(page, `Promo ${run}`);
  await expectAccessible(page, 'a recording');
  await prefer(page, { dark: true });
  await expectAccessible(page, 'a recording in the dark');
  await modal.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('button', { name: 'New' }).first().click();
  await form.getByLabel('Name', { exact: true }).fill(`Spoken ${run}`);
  await form.getByText('Voice engine', { exact: true }).first().click();
  await form.getByLabel('Language').click();
  await pickOption(page.getByTitle('English (US) (en-US)'));
  await form.getByRole('combobox', { name: 'Voice engine' }).click();
  await pickOption(page.getByTitle(`Joanna ${run}`));
  await form.getByLabel('Content').fill('Hello, this is a message for you. Please call us back today.');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('row', { name: new RegExp(`Spoken ${run}`) })).toContainText('Ready', {
    timeout: 150_000, // an engine that did not answer is asked again by the next minutes' ticks
  });
  await (await listen(page, `Spoken ${run}`)).getByRole('button', { name: 'Close' }).click();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSideScroll(page, 'recordings on a phone');
  await page.setViewportSize({ width: 1440, height: 900 });
  await rowAct(page.getByRole('row', { name: new RegExp(`Promo ${run}`) }), 'Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('row', { name: new RegExp(`Promo ${run}`) })).toHaveCount(0);
  expect(complaints.filter((c) => !/40[09]/.test(c))).toEqual([]);
  await close();
});
