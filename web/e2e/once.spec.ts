import { type Browser, expect, type Locator, type Page, type Route, test } from '@playwright/test';
import { actor, caller, signedIn } from './kit';
import type { OnceForm, Ready } from './once';
import { FORMS } from './onceforms';

/** Milliseconds between the two clicks of a double click. */
const GAPS = [30, 80, 120, 200, 300, 400];
const LATENCY = 300;
/** `make bench-web` tries every form in every way; the suite tries each with one double click. */
const EVERY = process.env.HERALD_ONCE === 'all';

type Sent = { key: string; answered: boolean };
type Opened = Ready & { page: Page; sent: Sent[]; lose: (on: boolean) => void };
type Way = { name: string; go: (at: Opened, form: OnceForm, again: () => Promise<Opened>) => Promise<void> };

const question = (page: Page) => page.locator('.ant-modal-confirm:visible');
const frames = (page: Page) =>
  page.evaluate(() => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))));

/** Shows the first row of a list as the form needs it; an empty list gets one. */
async function shown(route: Route, rows: object) {
  const response = await route.fetch();
  const answer = await response.json().catch(() => null);
  if (answer?.data && 'records' in answer.data) answer.data.records ??= []; // an empty list is null
  const records = answer?.data?.records ?? (Array.isArray(answer?.data) ? answer.data : undefined);
  if (records?.[0]) Object.assign(records[0], rows);
  else records?.push({ id: '1', name: 'One', countryCode: 'BR', createTime: '2026-01-01T00:00:00Z', ...rows });
  if (records && typeof answer.data.total === 'number') answer.data.total = Math.max(1, answer.data.total);
  await route.fulfill({ response, json: answer ?? undefined }).catch(() => {});
}

/** A page with nothing in its cache and an answer that takes its time, with the form filled in. */
async function opened(page: Page, form: OnceForm, path: string): Promise<Opened> {
  const sent: Sent[] = [];
  const is = { slow: false, lost: false };
  const late = () => (is.slow ? new Promise((done) => setTimeout(done, LATENCY)) : undefined);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.route('**/*', async (route) => {
    const request = route.request();
    const url = new URL(request.url());
    if (request.method() === form.call.method && form.call.url.test(url.pathname)) {
      const one = { key: request.headers()['idempotency-key'] ?? '', answered: false };
      sent.push(one);
      await late();
      if (is.lost) return route.abort('internetdisconnected').then(() => Object.assign(one, { answered: true }));
      if (form.real) {
        const response = await route.fetch();
        one.answered = true;
        return route.fulfill({ response }).catch(() => {});
      }
      one.answered = true;
      const data = { id: '1', orderId: '1', orderNo: 'GS1', taskId: '1' };
      return route.fulfill({ json: { code: 200, message: 'ok', data } }).catch(() => {});
    }
    if (request.method() === 'GET' && form.fact?.url.test(url.pathname)) {
      await late();
      return route.fulfill({ json: { code: 200, message: 'ok', data: form.fact.data } }).catch(() => {});
    }
    if (form.rows && request.method() === 'GET' && /\/(page|rate|messages|recharge)$/.test(url.pathname))
      return shown(route, form.rows).catch(() => {});
    await late();
    await route.continue().catch(() => {});
  });
  await page.goto(path);
  const ready = await form.open(page);
  await expect(ready.press).toBeVisible();
  is.slow = true;
  const lose = (on: boolean) => {
    is.lost = on;
  };
  return { ...ready, page, sent, lose };
}

/** Two presses of the mouse as a person makes them: the second counts as the second of a double click. */
async function twice(page: Page, at: Locator, gap: number) {
  await at.scrollIntoViewIfNeeded();
  const box = await at.boundingBox();
  if (!box) throw new Error('the button is not there');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  for (const clickCount of [1, 2]) {
    await page.mouse.down({ clickCount });
    await page.mouse.up({ clickCount });
    if (clickCount === 1) await page.waitForTimeout(gap);
  }
}

/** Answers the question that stands before the call. There is one. */
async function answered({ page }: Opened, form: OnceForm, press: (ok: Locator) => Promise<unknown>) {
  if (!form.sure) return;
  await question(page).first().waitFor();
  await frames(page);
  expect(await question(page).count(), 'one question').toBe(1);
  await press(question(page).getByRole('button', { name: form.sure, exact: true }));
}

const reached = (sent: Sent[]) => expect.poll(() => sent.length).toBeGreaterThan(0);
const told = (sent: Sent[]) => expect.poll(() => sent.length > 0 && sent.every((s) => s.answered)).toBe(true);

/** Until the answer is there and the question is gone. */
async function ended({ page, sent }: Opened) {
  await told(sent);
  await expect(question(page)).toHaveCount(0);
  await frames(page);
}

const double = (gap: number): Way => ({
  name: `clicks ${gap} ms apart`,
  go: async (at, form) => {
    await twice(at.page, at.press, gap);
    await answered(at, form, (ok) => twice(at.page, ok, gap));
    await ended(at);
    expect(at.sent.length, 'one request').toBe(1);
  },
});

const WAYS: Way[] = [
  ...GAPS.map(double),
  {
    name: 'Enter twice',
    go: async (at, form) => {
      await (at.field ?? at.press).focus();
      for (const _ of [1, 2]) await at.page.keyboard.press('Enter');
      await answered(at, form, async (ok) => {
        await ok.focus();
        for (const _ of [1, 2]) await at.page.keyboard.press('Enter');
      });
      await ended(at);
      expect(at.sent.length, 'one request').toBe(1);
    },
  },
  {
    name: 'Back while it is under way, and forward',
    go: async (at, form) => {
      await at.press.click();
      await answered(at, form, (ok) => ok.click());
      await reached(at.sent);
      await at.page.goBack();
      await at.page.goForward();
      await ended(at);
      expect(at.sent.length, 'one request').toBe(1);
    },
  },
  {
    name: 'hidden behind another tab',
    go: async (at, form) => {
      await at.press.click();
      await answered(at, form, (ok) => ok.click());
      const other = await at.page.context().newPage();
      await other.bringToFront();
      await reached(at.sent);
      await other.close();
      await at.page.bringToFront();
      await ended(at);
      expect(at.sent.length, 'one request').toBe(1);
    },
  },
  {
    name: 'without a network, and with one again',
    go: async (at, form, again) => {
      at.lose(true);
      await at.press.click();
      await answered(at, form, (ok) => ok.click());
      await ended(at);
      await at.page.evaluate(() => {
        window.dispatchEvent(new Event('offline'));
        window.dispatchEvent(new Event('online'));
      });
      await frames(at.page);
      expect(at.sent.length, 'nothing is sent by itself').toBe(1);
      const second = await again();
      await second.press.click();
      await answered(second, form, (ok) => ok.click());
      await ended(second);
      const keys = [...at.sent, ...second.sent].map((s) => s.key);
      expect(new Set(keys).size, 'one key').toBe(1);
    },
  },
];

/** A customer of an agent, for calls that go through. */
async function own() {
  const admin = await actor('admin');
  const { records } = await admin<{ records: { userId: string }[] }>('GET', '/proxy/page?size=1');
  const phone = `117${String(Date.now()).slice(-8)}`;
  const { userId } = await admin<{ userId: string }>('POST', '/aty/customerinfo', {
    ...{ name: `Once ${phone}`, phone, email: `o${phone}@herald.test`, companyName: 'Once', countryCode: 'BR' },
    ...{ customerType: 'person', agentId: records[0]?.userId },
  });
  await admin('PUT', '/aty/customerinfo/recharge', { userId, amount: 1000, currency: 'RMB', remark: 'for a test' });
  const fresh = await caller({ username: phone, password: phone.slice(-6) });
  const passwords = { oldPass: phone.slice(-6), newPass: 'Blue-Kettle-71', confirmPass: 'Blue-Kettle-71' };
  await fresh('PUT', '/pi/personal/info/pass', passwords);
  return { userId, name: `Once ${phone}` };
}

/** An order of the demo customer that can be copied, and a draft that can be ordered. */
async function drafted() {
  const api = await actor('customer');
  type Group = { id: string; countryCode: string; memberCount: number };
  const { records } = await api<{ records: Group[] }>('GET', '/aty/contactsgroup/page?size=100');
  const group = records.find((g) => g.memberCount > 0) as Group;
  const wish = {
    groupId: group.id,
    countryCode: group.countryCode,
    channel: 'whatsapp',
    message: { type: 'text', text: 'Oi' },
  };
  const { id } = await api<{ id: string }>('POST', '/gc/groupsendorder/draft', {
    name: `Once ${Date.now() % 1_000_000}`,
    ...wish,
  });
  const orders = await api<{ records: { id: string }[] }>('GET', '/gc/groupsendorder/page?size=1');
  return { copied: orders.records[0]?.id ?? '', drop: () => api('DELETE', `/gc/groupsendorder/draft/${id}`) };
}

/** The forms of a user one after the other, each in the ways that are due. */
async function tried(browser: Browser, forms: OnceForm[], waysOf: (i: number) => Way[]) {
  const [first] = forms;
  if (!first) return { attempts: 0, duplicates: 0 };
  const customer = first.who === 'admin' ? (await own()).name : '';
  const draft = first.who === 'customer' ? await drafted() : undefined;
  let it = await signedIn(browser, first.who);
  let attempts = 0;
  const begun: { what: string; sent: Sent[] }[] = [];
  for (const [i, form] of forms.entries())
    for (const way of waysOf(i)) {
      const what = `${form.of} ${form.name ?? ''}: ${way.name}`;
      const path =
        form.real && form.path === '/customer/list'
          ? `${form.path}?name=${encodeURIComponent(customer)}`
          : form.path.replace('{order}', draft?.copied ?? '');
      await test.step(what, async () => {
        if (EVERY) {
          await it.close();
          it = await signedIn(browser, first.who);
        }
        it.page.setDefaultTimeout(20_000);
        await it.page.goto('/welcome');
        const open = () => opened(it.page, form, path);
        try {
          const at = await open();
          attempts++;
          begun.push({ what, sent: at.sent });
          await way.go(at, form, open);
        } catch (e) {
          expect.soft(String((e as Error).message).slice(0, 600), what).toBe('');
        }
      });
    }
  await draft?.drop();
  // Late requests have arrived by now.
  for (const { what, sent } of begun) expect.soft(new Set(sent.map((s) => s.key)).size, what).toBe(1);
  await it.close();
  const duplicates = begun.filter(({ sent }) => new Set(sent.map((s) => s.key)).size > 1).length;
  return { attempts, duplicates };
}

for (const who of ['admin', 'agent', 'customer'] as const) {
  const forms = FORMS.filter((f) => f.who === who);
  for (let part = 0; part < forms.length; part += 12) {
    test(`one action is one call: ${who}, from ${part + 1}`, async ({ browser }) => {
      test.setTimeout(EVERY ? 3_600_000 : 300_000);
      const some = forms.slice(part, part + 12);
      const { attempts, duplicates } = await tried(browser, some, (i) =>
        EVERY ? WAYS : [double(GAPS[i % GAPS.length] as number)],
      );
      if (EVERY)
        console.log(`repeated submission: ${some.length} forms, ${attempts} attempts, ${duplicates} duplicates`);
    });
  }
}
