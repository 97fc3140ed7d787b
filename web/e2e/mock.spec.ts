import fs from 'node:fs';
import path from 'node:path';
import { type Browser, type BrowserContext, expect } from '@playwright/test';
import { getResponse } from 'msw';
import { handlers } from '../mock/handlers.mjs';
import { dev } from './dev';
import { leave, listen, test } from './kit';

test.describe.configure({ mode: 'parallel' });

type Node = { type: number; targetType: number; path: string; children: Node[] };
const pages = (nodes: Node[]): string[] =>
  nodes.flatMap((n) => [...(n.type === 1 && n.targetType === 1 ? [n.path] : []), ...pages(n.children)]);

/** Answers the API as `npm run dev` does. */
async function mocked(context: BrowserContext) {
  await context.routeWebSocket(/\/ws/, (socket) => socket.onMessage(() => socket.send('{"type":"pong"}')));
  await context.route('**/api/**', async (route) => {
    const request = route.request();
    const body = request.postDataBuffer();
    const response = await getResponse(
      handlers,
      new Request(request.url(), {
        method: request.method(),
        headers: await request.allHeaders(),
        body: body && new Uint8Array(body),
      }),
    );
    const { status, headers } = response as Response;
    const answer = Buffer.from(await (response as Response).arrayBuffer());
    await route.fulfill({ status, headers: Object.fromEntries(headers), body: answer });
  });
}

type Users = Record<string, { menu: Node[] }>;
const recorded = path.join(import.meta.dirname, '../mock/recorded.json');
const { users } = JSON.parse(fs.readFileSync(recorded, 'utf8')) as { users: Users };

/** Opens pages as a user, who signs in with any password. */
async function open(browser: Browser, who: string, paths: string[]) {
  const context = await browser.newContext({ locale: 'en-US', reducedMotion: 'reduce' });
  await mocked(context);
  const page = await context.newPage();
  const complaints = listen(page);
  await page.goto(`${dev.url}/user/login`);
  await page.getByLabel('Account or phone number').fill(who);
  await page.getByLabel('Password', { exact: true }).fill('any');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(/\/welcome$/);
  for (const path of paths) {
    await page.goto(dev.url + path);
    await page.locator('h1').first().waitFor();
    await expect(page.locator('[aria-busy=true], .ant-skeleton-active')).toHaveCount(0);
    expect.soft(complaints.splice(0), path).toEqual([]);
  }
  await leave(context);
}

const AT_ONCE = 12;
const opened = new Set<string>();
for (const [who, { menu }] of Object.entries(users)) {
  // The first page is another one for each user; other pages are opened once.
  const own = pages(menu).filter((path) => path === '/welcome' || !opened.has(path));
  for (const path of own) opened.add(path);
  for (let first = 0; first < own.length; first += AT_ONCE)
    test(`pages of the ${who} on the mocked API, from ${own[first]}`, ({ browser }) =>
      open(browser, who, own.slice(first, first + AT_ONCE)));
}
