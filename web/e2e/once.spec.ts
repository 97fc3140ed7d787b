import { type Browser, expect, type Locator, type Page, test } from '@playwright/test';
import { type Api, actor, caller, newCustomer, signedIn } from './kit';
import type { OnceForm, Ready } from './once';
import { FORMS } from './onceforms';
import { answerTo } from './sample';

/** Milliseconds between the two clicks of a double click. */
const GAPS = [30, 80, 120, 200, 300, 400];
const LATENCY = 300;
/** `make bench-web` tries every form in every way; the suite tries each with one double click. */
const EVERY = process.env.HERALD_ONCE === 'all';

type Sent = { key: string; answered: boolean; lost: boolean };
type Opened = Ready & { page: Page; sent: Sent[]; lose: (on: boolean) => void };
type Way = { name: string; go: (at: Opened, form: OnceForm, again: () => Promise<Opened>) => Promise<void> };

const question = (page: Page) => page.locator('.ant-modal-confirm:visible');
const frames = (page: Page) =>
  page
    .evaluate(() => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))))
    .catch(() => {}); // a page that is left has none

/** A page with nothing in its cache and an answer that takes its time, with the form filled in. */
async function opened(page: Page, form: OnceForm, path: string): Promise<Opened> {
  const sent: Sent[] = [];
  const is = { slow: false, lost: false, opening: true };
  const late = () => (is.slow ? new Promise((done) => setTimeout(done, LATENCY)) : undefined);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.route('**/*', async (route) => {
    const request = route.request();
    const url = new URL(request.url());
    if (request.method() === form.call.method && form.call.url.test(url.pathname)) {
      if (is.opening && form.refused)
        return route.fulfill({ status: 409, json: { ...form.refused, message: 'Sure?', requestId: 'r' } });
      const one = { key: request.headers()['idempotency-key'] ?? '', answered: false, lost: false };
      sent.push(one);
      await late();
      if (is.lost)
        return route.abort('internetdisconnected').then(() => Object.assign(one, { answered: true, lost: true }));
      if (form.real) {
        const response = await route.fetch();
        one.answered = true;
        return route.fulfill({ response }).catch(() => {});
      }
      one.answered = true;
      const data = { id: '1', orderId: '1', orderNo: 'GS1', taskId: '1' };
      return route.fulfill({ json: { code: 200, message: 'ok', data } }).catch(() => {});
    }
    const known = answerTo(request.method(), url, form);
    if (known) {
      await late();
      return route.fulfill({ json: known }).catch(() => {});
    }
    await late();
    await route.continue().catch(() => {});
  });
  await page.goto(path);
  const ready = await form.open(page);
  await expect(ready.press).toBeVisible();
  is.slow = true;
  is.opening = false;
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
async function ended({ page, sent }: Opened, form: OnceForm) {
  await told(sent);
  if (form.closes && sent.some((s) => !s.lost)) await question(page).getByRole('button', { name: form.closes }).click();
  await expect(question(page)).toHaveCount(0);
  await frames(page);
}

const double = (gap: number): Way => ({
  name: `clicks ${gap} ms apart`,
  go: async (at, form) => {
    await twice(at.page, at.press, gap);
    await answered(at, form, (ok) => twice(at.page, ok, gap));
    await ended(at, form);
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
      await ended(at, form);
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
      await ended(at, form);
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
      await ended(at, form);
      expect(at.sent.length, 'one request').toBe(1);
    },
  },
  {
    name: 'without a network, and with one again',
    go: async (at, form, again) => {
      at.lose(true);
      await at.press.click();
      await answered(at, form, (ok) => ok.click());
      await ended(at, form);
      await at.page.evaluate(() => {
        window.dispatchEvent(new Event('offline'));
        window.dispatchEvent(new Event('online'));
      });
      await frames(at.page);
      expect(at.sent.length, 'nothing is sent by itself').toBe(1);
      if (form.anew) return;
      const second = await again();
      await second.press.click();
      await answered(second, form, (ok) => ok.click());
      await ended(second, form);
      const keys = [...at.sent, ...second.sent].map((s) => s.key);
      expect(new Set(keys).size, 'one key').toBe(1);
    },
  },
];

/** A customer of an agent, for calls that go through. */
async function own() {
  const admin = await actor('admin');
  const unique = String(Date.now()).slice(-7);
  const about = (n: 1 | 2) => {
    const phone = `117${n}${unique}`;
    return { name: `Once ${phone}`, phone, email: `o${phone}@herald.test`, companyName: 'Once', countryCode: 'BR' };
  };
  type Made = { userId: string };
  const agent = await admin<Made>('POST', '/proxy', { ...about(1), customerType: 'person' });
  const { phone } = about(2);
  const { userId } = await admin<Made>('POST', '/aty/customerinfo', {
    ...{ ...about(2), customerType: 'person', agentId: agent.userId },
  });
  for (const id of [agent.userId, userId])
    await admin('PUT', '/aty/customerinfo/recharge', {
      userId: id,
      amount: 1000,
      currency: 'RMB',
      remark: 'for a test',
    });
  const fresh = await caller({ username: phone, password: phone.slice(-6) });
  const passwords = { oldPass: phone.slice(-6), newPass: 'Blue-Kettle-71', confirmPass: 'Blue-Kettle-71' };
  await fresh('PUT', '/pi/personal/info/pass', passwords);
  return { userId, name: `Once ${phone}` };
}

/** A draft of a customer that can be ordered. */
async function drafted(api: Api) {
  const group = await api<{ id: string }>('POST', '/aty/contactsgroup', { name: 'Once', countryCode: 'BR' });
  await api('POST', `/aty/contactsgroup/${group.id}/member`, { phoneNumbers: ['5511987650001', '5511987650002'] });
  const { id } = await api<{ id: string }>('POST', '/gc/groupsendorder/draft', {
    ...{ name: 'Once', groupId: group.id, countryCode: 'BR', channel: 'whatsapp' },
    message: { type: 'text', text: 'Oi' },
  });
  return id;
}

/** The forms of a user one after the other, each in the ways that are due. */
async function tried(browser: Browser, forms: OnceForm[], waysOf: (i: number) => Way[]) {
  const [first] = forms;
  if (!first) return { attempts: 0, duplicates: 0 };
  const customer = first.who === 'admin' ? (await own()).name : '';
  const who = first.who === 'customer' ? (await newCustomer(100_000)).api : first.who;
  const draft = typeof who === 'string' ? '' : await drafted(who);
  let it = await signedIn(browser, who);
  let attempts = 0;
  const begun: { what: string; sent: Sent[] }[] = [];
  for (const [i, form] of forms.entries())
    for (const way of waysOf(i)) {
      const what = `${form.of} ${form.name ?? ''}: ${way.name}`;
      const path =
        form.real && form.path === '/customer/list'
          ? `${form.path}?name=${encodeURIComponent(customer)}`
          : form.path.replace('{draft}', draft);
      await test.step(what, async () => {
        if (EVERY) {
          await it.close();
          it = await signedIn(browser, who);
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
