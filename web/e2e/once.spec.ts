import { type Browser, expect, type Locator, type Page, test } from '@playwright/test';
import { type Api, actor, caller, newCustomer, signedIn } from './kit';
import type { OnceForm, Ready } from './once';
import { FORMS } from './onceforms';
import { answerTo } from './sample';
import { digits } from './unique';

/** Milliseconds between the two clicks of a double click. */
const GAPS = [30, 80, 120, 200, 300, 400];
const LATENCY = 300;
/** Milliseconds in which a person has read a question. */
const READING = 500;
/** `make bench-web` tries every form in every way; the suite tries each with one double click. */
const EVERY = process.env.HERALD_ONCE === 'all';

/** `done`: the server did it, and did not repeat an earlier answer or tell that it is under way. */
type Sent = { key: string; answered: boolean; lost: boolean; done: boolean };
type Opened = Ready & { page: Page; sent: Sent[]; lose: (what: Lost) => void };
/** Part of a request that the network loses: the call, or its answer alone. */
type Lost = 'call' | 'answer';
/** `again` opens the form once more, in the same page or in another one. */
type Way = { name: string; go: (at: Opened, form: OnceForm, again: (page?: Page) => Promise<Opened>) => Promise<void> };

const question = (page: Page) => page.locator('.ant-modal-confirm:visible');
const frames = (page: Page) =>
  page
    .evaluate(() => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))))
    .catch(() => {}); // a page that is left has none

/** A page with nothing in its cache and an answer that takes its time, with the form filled in. */
async function opened(page: Page, form: OnceForm, path: string): Promise<Opened> {
  const sent: Sent[] = [];
  const is: { slow: boolean; opening: boolean; lost?: Lost } = { slow: false, opening: true };
  const late = () => (is.slow ? new Promise((done) => setTimeout(done, LATENCY)) : undefined);
  // Over the routes of the form before: without any, what they hold back would go to the server.
  await page.route('**/*', async (route) => {
    const request = route.request();
    const url = new URL(request.url());
    if (request.method() === form.call.method && form.call.url.test(url.pathname)) {
      if (is.opening && form.refused)
        return route.fulfill({ status: 409, json: { ...form.refused, message: 'Sure?', requestId: 'r' } });
      const one = { key: request.headers()['idempotency-key'] ?? '', answered: false, lost: false, done: false };
      sent.push(one);
      await late();
      if (is.lost === 'answer') {
        if (form.real) await route.fetch().catch(() => {}); // the page may be left before
        return void Object.assign(one, { answered: true, lost: true });
      }
      if (is.lost)
        return route.abort('internetdisconnected').then(() => Object.assign(one, { answered: true, lost: true }));
      if (form.real) {
        const response = await route.fetch().catch(() => undefined); // the page may be left before
        if (!response) return;
        const replayed = response.headers()['idempotency-replayed'] === 'true';
        Object.assign(one, { answered: true, done: response.ok() && !replayed });
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
  const lose = (what: Lost) => {
    is.lost = what;
  };
  return { ...ready, page, sent, lose };
}

/** Two presses of the mouse as a person makes them: the second counts as the second of a double click. */
async function twice(page: Page, at: Locator, gap: number) {
  // A dialog that still grows takes no press, and a button that still moves is missed.
  await at.click({ trial: true });
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

/** Waits until the answer has arrived and the question is closed. */
async function ended({ page, sent }: Opened, form: OnceForm) {
  await told(sent);
  if (form.closes && sent.some((s) => !s.lost)) await question(page).getByRole('button', { name: form.closes }).click();
  await expect(question(page)).toHaveCount(0);
  await frames(page);
}

/** Clicks something in each tab at the same moment: none has heard of the others by then. */
async function atOnce(pressed: Locator[]) {
  const when = Date.now() + 500;
  const click = (el: SVGElement | HTMLElement, when: number) =>
    new Promise<void>((done) => {
      const go = () => {
        while (Date.now() < when);
        (el as HTMLElement).click();
        done();
      };
      setTimeout(go, when - Date.now() - 20);
    });
  await Promise.all(pressed.map((at) => at.evaluate(click, when)));
}

const tabs: Way = {
  name: 'in two tabs at one moment',
  go: async (at, form, again) => {
    const other = await at.page.context().newPage();
    try {
      const both = [at, await again(other)];
      if (form.sure) for (const { press } of both) await press.click();
      const ok = (page: Page) => question(page).getByRole('button', { name: form.sure, exact: true });
      for (const { page } of form.sure ? both : []) await ok(page).waitFor();
      await atOnce(both.map(({ page, press }) => (form.sure ? ok(page) : press)));
      for (const tab of both) await ended(tab, form);
      const sent = both.flatMap((tab) => tab.sent);
      expect(new Set(sent.map((s) => s.key)).size, 'one key').toBe(1);
      if (form.real) expect(sent.filter((s) => s.done).length, 'one effect').toBe(1);
    } finally {
      await other.close();
    }
  },
};

const double = (gap: number): Way => ({
  name: `clicks ${gap} ms apart`,
  go: async (at, form) => {
    await twice(at.page, at.press, gap);
    await answered(at, form, (ok) => twice(at.page, ok, gap));
    await ended(at, form);
    expect(at.sent.length, 'one request').toBe(1);
  },
});

/** Repeats the call on the reloaded page, which has the key of the call without an answer. */
async function repeated(at: Opened, form: OnceForm, again: () => Promise<Opened>) {
  const second = await again();
  await second.press.click();
  await answered(second, form, (ok) => ok.click());
  await ended(second, form);
  const keys = [...at.sent, ...second.sent].map((s) => s.key);
  expect(new Set(keys).size, 'one key').toBe(1);
  return second;
}

const WAYS: Way[] = [
  ...GAPS.map(double),
  tabs,
  {
    name: 'Enter twice',
    go: async (at, form) => {
      await (at.field ?? at.press).focus();
      for (const _ of [1, 2]) await at.page.keyboard.press('Enter');
      await answered(at, form, async (ok) => {
        await at.page.waitForTimeout(READING);
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
      at.lose('call');
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
      await repeated(at, form, again);
    },
  },
  {
    name: 'reloaded before the answer',
    go: async (at, form, again) => {
      at.lose('answer');
      await at.press.click();
      await answered(at, form, (ok) => ok.click());
      await told(at.sent);
      if (form.anew) return;
      const { sent } = await repeated(at, form, again);
      if (form.real) expect(sent.filter((s) => s.done).length, 'one effect').toBe(0);
    },
  },
];

/** A customer of an agent, for calls that go through. */
async function own() {
  const admin = await actor('admin');
  const unique = digits(7);
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
async function tried(browser: Browser, forms: OnceForm[], waysOf: (i: number, form: OnceForm) => Way[]) {
  const [first] = forms;
  if (!first) return { attempts: 0, duplicates: 0 };
  const customer = first.who === 'admin' ? (await own()).name : '';
  const who = first.who === 'customer' ? (await newCustomer(100_000)).api : first.who;
  const draft = typeof who === 'string' ? '' : await drafted(who);
  let it = await signedIn(browser, who);
  let attempts = 0;
  const begun: { what: string; pages: Sent[][] }[] = [];
  const keysOf = (pages: Sent[][]) => new Set(pages.flat().map((s) => s.key)).size;
  for (const [i, form] of forms.entries())
    for (const way of waysOf(i, form)) {
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
        await it.page.goto(EVERY ? '/welcome' : 'about:blank'); // one of the ways goes back
        const pages: Sent[][] = [];
        const open = async (page = it.page) => {
          const one = await opened(page, form, path);
          pages.push(one.sent);
          return one;
        };
        try {
          const at = await open();
          attempts++;
          begun.push({ what, pages });
          await way.go(at, form, open);
        } catch (e) {
          expect.soft(String((e as Error).message).slice(0, 600), what).toBe('');
        }
      });
    }
  // Late requests have arrived by now.
  for (const { what, pages } of begun) expect.soft(keysOf(pages), what).toBe(1);
  await it.close();
  const duplicates = begun.filter(({ pages }) => keysOf(pages) > 1).length;
  return { attempts, duplicates };
}

for (const who of ['admin', 'agent', 'customer'] as const) {
  const forms = FORMS.filter((f) => f.who === who);
  for (let part = 0; part < forms.length; part += 12) {
    test(`one action is one call: ${who}, from ${part + 1}`, async ({ browser }) => {
      test.setTimeout(EVERY ? 3_600_000 : 480_000);
      const some = forms.slice(part, part + 12);
      const { attempts, duplicates } = await tried(browser, some, (i, form) =>
        EVERY
          ? WAYS.filter((way) => !(form.anew && way === tabs))
          : [double(GAPS[i % GAPS.length] as number), ...(form.real && i % 2 === 0 ? [tabs] : [])],
      );
      if (EVERY)
        console.log(`repeated submission: ${some.length} forms, ${attempts} attempts, ${duplicates} duplicates`);
    });
  }
}
