import type { Page } from '@playwright/test';
import { expectAccessible, expectNoSideScroll, expectReadable, prefer } from './kit';

export const PHONE = { width: 390, height: 844 };
export const DESK = { width: 1280, height: 800 };

/** A picture to judge, where HERALD_SHOTS names a folder for them. */
export async function shot(page: Page, name: string) {
  const folder = process.env.HERALD_SHOTS;
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}

/** Checks a page on a desk in both themes and on a phone, and ends as it began. */
export async function looks(page: Page, name: string) {
  await expectAccessible(page, name);
  await shot(page, name);
  await prefer(page, { dark: true });
  await expectReadable(page, `${name} dark`);
  await shot(page, `${name}-dark`);
  await prefer(page, { dark: false });
  await page.setViewportSize(PHONE);
  await expectNoSideScroll(page, `${name} on a phone`);
  await shot(page, `${name}-phone`);
  await page.setViewportSize(DESK);
}
