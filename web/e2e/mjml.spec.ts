import { type Browser, expect, test } from '@playwright/test';
import mjml from 'mjml';
import { CASES, written } from '../test/mjmlcases';

/** A picture of 600 × 300 for every address. */
const PICTURE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="300"><rect width="600" height="300" fill="#9ab"/></svg>';
/** What MJML leaves to the author: fonts, paragraphs, headings, lists and links of a text. */
const COMMON = `* { font-family: sans-serif !important }
p, h1, h2, h3, ul, ol, li, blockquote { margin: 0 !important; padding: 0 !important; font-size: inherit !important; line-height: inherit !important }
p a, li a, h1 a, h2 a, h3 a, div > a { color: inherit !important; text-decoration: none !important }`;

/** On a phone our buttons take the whole width; those of MJML do not. */
const WIDE = 'class="h-full" ';

/** A picture of an email at a width, and its height. */
async function pictureOf(browser: Browser, html: string, width: number) {
  const page = await browser.newPage({ viewport: { width, height: 800 } });
  await page.route('**/*', (route) => route.fulfill({ contentType: 'image/svg+xml', body: PICTURE }));
  await page.setContent(html);
  await page.addStyleTag({ content: COMMON });
  const picture = await page.screenshot({ fullPage: true });
  await page.close();
  return picture.toString('base64');
}

/** Share of the pixels in which two pictures differ visibly, and both heights. */
async function difference(browser: Browser, pictures: [string, string]) {
  const page = await browser.newPage();
  const found = await page.evaluate(async (both) => {
    const [a, b] = await Promise.all(
      both.map(async (one) => {
        const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${one}`)).blob());
        const canvas = new OffscreenCanvas(picture.width, picture.height);
        const drawn = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
        drawn.drawImage(picture, 0, 0);
        return drawn.getImageData(0, 0, picture.width, picture.height);
      }),
    );
    if (!a || !b) throw new Error('no picture');
    const rows = Math.min(a.height, b.height);
    let other = 0;
    for (let i = 0; i < rows * a.width * 4; i += 4)
      if ([0, 1, 2].some((c) => Math.abs((a.data[i + c] ?? 0) - (b.data[i + c] ?? 0)) > 48)) other++;
    return { share: other / (rows * a.width), heights: [a.height, b.height] };
  }, pictures);
  await page.close();
  return found;
}

for (const width of [390, 700])
  test(`emails look as MJML writes them, ${width} px wide`, async ({ browser }) => {
    for (const [i, { design, html }] of CASES.entries()) {
      const { html: other } = await mjml(written(design), { validationLevel: 'strict' });
      const ours = await pictureOf(browser, html.replaceAll(WIDE, ''), width);
      const theirs = await pictureOf(browser, other, width);
      const { share, heights } = await difference(browser, [ours, theirs]);
      expect.soft(share, `design ${i}: share of other pixels`).toBeLessThan(0.002);
      expect.soft(heights[0], `design ${i}: height`).toBe(heights[1]);
    }
  });
