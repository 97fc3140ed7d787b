import fs from 'node:fs';
import type { Page } from '@playwright/test';

/** Presses a button that prints, and gives what the browser would save: its name, its text and the file. */
export async function printed(page: Page, button: string) {
  const opened = page.evaluate(
    () =>
      new Promise<string>((done) => {
        window.print = () => done(document.title); // the browser's own window is not a part of the page
      }),
  );
  await page.getByRole('button', { name: button }).click();
  const name = await opened;
  await page.emulateMedia({ media: 'print' });
  // biome-ignore lint/performance/useDomNodeTextContent: what is not printed is not read
  const text = await page.locator('body').innerText();
  const file = await page.pdf({ preferCSSPageSize: true });
  if (process.env.HERALD_SHOTS) fs.writeFileSync(`${process.env.HERALD_SHOTS}/${name}.pdf`, file);
  await page.emulateMedia({ media: 'screen' });
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  return { name, text, pages: file.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0 };
}
