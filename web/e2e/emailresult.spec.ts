import { expect, type Page } from '@playwright/test';
import { dev } from './dev';
import { type Api, actor, newCustomer, signedIn, test } from './kit';
import { looks } from './looks';
import { digits } from './unique';

const { inbox } = dev as typeof dev & { inbox: string };
const BROWSER =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
/** No person reacts sooner after the sending. */
const REACTION = 12_000;

const text = (html: string) => ({
  version: 1,
  style: {},
  blocks: [
    {
      id: 'c',
      type: 'container',
      blocks: [
        { id: 't', type: 'text', text: { html } },
        { id: 'f', type: 'footer', footer: { html: '<p>Herald</p>' } },
      ],
    },
  ],
});

const DESIGN = text(
  '<p><a href="https://shop.example/sale">See the sale</a> <a href="https://shop.example/new">New</a></p>',
);

/** Orders an email to a few addresses, and has it approved. */
async function order(api: Api, run: string, names: string[], more: object = {}): Promise<string> {
  const list = await api<{ id: string }>('POST', '/aty/contactsgroup', {
    name: `Results ${run}`,
    countryCode: 'BR',
    type: 'email',
  });
  await api('POST', `/aty/contactsgroup/${list.id}/member`, { emails: names.map((n) => `${n}.${run}@gmail.com`) });
  const { id } = await api<{ id: string }>('POST', '/edm/order', {
    name: `Results ${run}`,
    groupId: list.id,
    countryCode: 'BR',
    subject: `Sale ${run}`,
    format: 'html',
    design: DESIGN,
    ...more,
  });
  const admin = await actor('admin');
  const { version } = await admin<{ version: number }>('GET', `/edm/order/${id}`);
  await admin('PUT', '/edm/order/review', { ids: [id], versions: { [id]: version }, pass: true });
  return id;
}

type Mail = { id: string; to: string };

/** The emails of a run that arrived, by the first part of the address. */
async function arrived(run: string, n: number): Promise<Map<string, string>> {
  let mails: Mail[] = [];
  await expect
    .poll(
      async () => {
        const answer = await fetch(`${inbox}messages?q=${run}`);
        mails = ((await answer.json()) as { messages: Mail[] }).messages.filter((m) => m.to.includes(run));
        return mails.length;
      },
      { timeout: 120_000 },
    )
    .toBe(n);
  const all = await Promise.all(
    mails.map(async (m) => {
      const html = await (await fetch(`${inbox}messages/${m.id}/html`)).text();
      return [/(\w+)\.\d+@/.exec(m.to)?.[1] ?? '', html] as const;
    }),
  );
  return new Map(all);
}

/** The address of a link by its text. */
const addressOf = (html: string | undefined, label: string) =>
  new RegExp(`href="([^"]+)"[^>]*>(?:<[^>]+>)*${label}`).exec(html ?? '')?.[1]?.replaceAll('&amp;', '&') ?? '';

const open = (url: string, agent: string, method = 'GET') =>
  fetch(url, { method, redirect: 'manual', headers: { 'User-Agent': agent } });

/** Figures are read at most every 15 s by each process that serves them. */
const LATER = { timeout: 120_000 };

/** The click map is as high as its email, also after the window has become narrower. */
async function ownHeight(page: Page) {
  const frame = page.locator('iframe[title="Email with the share of clicks beside each link"]');
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expect
      .poll(() =>
        frame.evaluate((f: HTMLIFrameElement) => {
          const email = f.contentDocument?.documentElement.getBoundingClientRect().height ?? 0;
          return email > 0 && Math.abs(f.clientHeight - email) < 2;
        }),
      )
      .toBe(true);
  }
}

test('clicks of people show in the funnel, the links and the click map, those of machines apart', async ({
  browser,
}) => {
  test.setTimeout(300_000);
  const run = digits(8);
  const { api } = await newCustomer(5_000);
  const id = await order(api, run, ['ana', 'bia', 'caio']);
  const mails = await arrived(run, 3);
  const since = Date.now();
  // A gateway opens both links at once, before any person could.
  await open(addressOf(mails.get('caio'), 'See the sale'), BROWSER, 'HEAD');
  await expect.poll(() => Date.now() - since, { timeout: 30_000 }).toBeGreaterThan(REACTION);
  const clicked = await open(addressOf(mails.get('ana'), 'See the sale'), BROWSER);
  expect(clicked.headers.get('location')).toBe('https://shop.example/sale');
  const pixel = Array.from((mails.get('bia') ?? '').matchAll(/<img[^>]+src="([^"]+\/o\/[^"]+)"/g), (m) => m[1])[0];
  await open(pixel ?? '', BROWSER);

  const { page, complaints, close } = await signedIn(browser, api);
  const figures = () => api<{ funnel: { activity?: Record<string, number> } }>('GET', `/edm/order/${id}/stat`);
  await expect
    .poll(async () => (await figures()).funnel.activity, { timeout: 90_000 })
    .toMatchObject({ loaded: 2, clicked: 1, machineClicked: 1 });
  await page.goto(`/email/order?id=${id}`);
  await expect(page.getByTestId('result-accepted')).toContainText('3');
  await expect(page.getByTestId('result-loaded')).toContainText('2', LATER);
  await expect(page.getByTestId('result-clicked')).toContainText('1', LATER);
  await expect(page.getByTestId('result-machineClicked')).toContainText('1 recipient', LATER);
  const links = page.getByRole('region', { name: 'Clicks by link' }).first();
  await expect(links.getByRole('row', { name: /shop\.example\/sale/ })).toContainText(/1\s*1\s*100%\s*1/, LATER);
  const map = page.frameLocator('iframe[title="Email with the share of clicks beside each link"]');
  await expect(map.locator('[data-link="0"]')).toHaveText('100%', LATER);
  await expect(map.locator('[data-link="1"]')).toHaveText('0%');
  await ownHeight(page);
  await expect(page.getByRole('region', { name: 'By mailbox provider' }).first()).toContainText('Gmail', LATER);
  await expect(page.getByTestId('device-desktop')).toContainText('2', LATER);
  await page.getByText('Days', { exact: true }).click();
  await expect(page.getByText('Loads, clicks and unsubscribes by day')).toBeVisible();
  await looks(page, 'emailresult');
  expect(complaints).toEqual([]);
  await close();
});

test('an order without tracking says so', async ({ browser }) => {
  test.setTimeout(240_000);
  const run = digits(8);
  const { api } = await newCustomer(5_000);
  const id = await order(api, run, ['dora'], { trackLoads: false, trackClicks: false });
  const mails = await arrived(run, 1);
  expect(addressOf(mails.get('dora'), 'See the sale')).toBe('https://shop.example/sale');
  const { page, complaints, close } = await signedIn(browser, api);
  await page.goto(`/email/order?id=${id}`);
  await expect(page.getByText("Loads and clicks aren't tracked for this order")).toBeVisible({ timeout: 60_000 });
  await expect(page.getByTestId('result-loaded')).toHaveCount(0);
  expect(complaints).toEqual([]);
  await close();
});
