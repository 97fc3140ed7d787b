import type { Download, Locator, Page } from '@playwright/test';

type Chosen = { button?: string; format?: 'CSV'; without?: string[] };

/** Exports a list through its dialog; gives the file. */
export async function exportOf(page: Page, at: Page | Locator = page, chosen: Chosen = {}): Promise<Download> {
  const saved = page.waitForEvent('download');
  await askExport(page, at, chosen);
  const file = await saved;
  await page.getByRole('dialog', { name: chosen.button ?? 'Export' }).waitFor({ state: 'detached' });
  return file;
}

/** Chooses the format and the columns of a file in the dialog of a list, and asks for it. */
export async function askExport(page: Page, at: Page | Locator = page, chosen: Chosen = {}) {
  const { button = 'Export', format, without = [] } = chosen;
  await at.getByRole('button', { name: button }).click();
  const dialog = page.getByRole('dialog', { name: button });
  if (format) await dialog.getByRole('radio', { name: format }).check();
  for (const name of without) await dialog.getByRole('checkbox', { name }).uncheck();
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
}
