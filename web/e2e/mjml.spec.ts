import { expect, type Page, test } from '@playwright/test';
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

/** Pixels of the view, more than the highest email: a view that grows for its picture may have no frame of the new size yet. */
const TALL = 6_000;

/** A picture of an email on a page, and its height. */
async function pictureOf(page: Page, html: string, width: number) {
  await page.setContent(html);
  await page.addStyleTag({ content: COMMON });
  const height = await page.evaluate(() => Math.ceil(document.body.getBoundingClientRect().height));
  expect(height, 'the view holds the email').toBeLessThan(TALL);
  const picture = await page.screenshot({ clip: { x: 0, y: 0, width, height: Math.max(height, 1) } });
  return picture.toString('base64');
}

/** Share of the pixels in which two pictures differ visibly, and both heights. */
async function difference(page: Page, pictures: [string, string]) {
  return page.evaluate(async (both) => {
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
}

for (const width of [390, 700])
  test(`emails look as MJML writes them, ${width} px wide`, async ({ browser }) => {
    const page = await browser.newPage({ viewport: { width, height: TALL } });
    await page.route('**/*', (route) => route.fulfill({ contentType: 'image/svg+xml', body: PICTURE }));
    for (const [i, { design, html }] of CASES.entries()) {
      const { html: other } = await mjml(written(design), { validationLevel: 'strict' });
      const ours = await pictureOf(page, html.replaceAll(WIDE, ''), width);
      const theirs = await pictureOf(page, other, width);
      const { share, heights } = await difference(page, [ours, theirs]);
      expect.soft(share, `design ${i}: share of other pixels`).toBeLessThan(0.002);
      expect.soft(heights[0], `design ${i}: height`).toBe(heights[1]);
    }
    await page.close();
  });
